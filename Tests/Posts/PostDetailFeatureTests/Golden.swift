extension EveryStateTests {
  static let golden: [String: String] = [
    "at the end 120x40":
      #"""
     Posts › 8                                                                                                         live
     Line 3 of the text.
     Line 4 of the text.
     Line 5 of the text.
     Line 6 of the text.
     Line 7 of the text.
     Line 8 of the text.
     Line 9 of the text.
     Line 10 of the text.
     Line 11 of the text.
     Line 12 of the text.
     Line 13 of the text.
     Line 14 of the text.
     Line 15 of the text.
     Line 16 of the text.
     Line 17 of the text.
     Line 18 of the text.
     Line 19 of the text.
     Line 20 of the text.
     Line 21 of the text.
     Line 22 of the text.
     Line 23 of the text.
     Line 24 of the text.
     Line 25 of the text.
     Line 26 of the text.
     Line 27 of the text.
     Line 28 of the text.
     Line 29 of the text.
     Line 30 of the text.
     Line 31 of the text.
     Line 32 of the text.
     Line 33 of the text.
     Line 34 of the text.
     Line 35 of the text.
     Line 36 of the text.
     Line 37 of the text.
     Line 38 of the text.
     Line 39 of the text.
     Line 40 of the text.
     end                                                                          ? help  esc back  n p neighbours  y copy
    """#,
    "author and comments unknown 120x40":
      #"""
     Posts › 8                                                                                                         live
     Dew point
     by — · — comments
    ⋮1
     The air gives back what it borrowed.
    ⋮1
     Mind the step.
    ⋮32
     Cannot reach http://localhost:8000 (connection refused).                     ? help  esc back  n p neighbours  y copy
    """#,
    "awaiting the rest 120x40":
      #"""
     Posts › 8
     Dew point
     by … · … comments
    ⋮1
     The air gives back what it borrowed.
    ⋮1
     Mind the step.
    ⋮32
     all                                                                          ? help  esc back  n p neighbours  y copy
    """#,
    "failed with nothing 120x40":
      #"""
     Posts › 8
     Dew point
     by — · — comments
    ⋮1
     Cannot reach http://localhost:8000 (connection refused).
    ⋮34
     all                                                                          ? help  esc back  n p neighbours  y copy
    """#,
    "hostile 120x40":
      #"""
     Posts › 8                                                                                                         live
     t␛]0;x␇ u
     by Ines Calder · 3 comments
    ⋮1
     a␛[2Jb    c
     d�ef
    ⋮33
     all                                                                          ? help  esc back  n p neighbours  y copy
    """#,
    "in the middle 120x40":
      #"""
     Posts › 8                                                                                                         live
     Line 3 of the text.
     Line 4 of the text.
     Line 5 of the text.
     Line 6 of the text.
     Line 7 of the text.
     Line 8 of the text.
     Line 9 of the text.
     Line 10 of the text.
     Line 11 of the text.
     Line 12 of the text.
     Line 13 of the text.
     Line 14 of the text.
     Line 15 of the text.
     Line 16 of the text.
     Line 17 of the text.
     Line 18 of the text.
     Line 19 of the text.
     Line 20 of the text.
     Line 21 of the text.
     Line 22 of the text.
     Line 23 of the text.
     Line 24 of the text.
     Line 25 of the text.
     Line 26 of the text.
     Line 27 of the text.
     Line 28 of the text.
     Line 29 of the text.
     Line 30 of the text.
     Line 31 of the text.
     Line 32 of the text.
     Line 33 of the text.
     Line 34 of the text.
     Line 35 of the text.
     Line 36 of the text.
     Line 37 of the text.
     Line 38 of the text.
     Line 39 of the text.
     Line 40 of the text.
     end                                                                          ? help  esc back  n p neighbours  y copy
    """#,
    "kept 120x40":
      #"""
     Posts › 8                                                                                               kept 1 day ago
     Dew point
     by Ines Calder · 3 comments
    ⋮1
     The air gives back what it borrowed.
    ⋮1
     Mind the step.
    ⋮32
     all  Cannot reach http://localhost:8000 (connection refused).                ? help  esc back  n p neighbours  y copy
    """#,
    "live 120x40":
      #"""
     Posts › 8                                                                                                         live
     Dew point
     by Ines Calder · 3 comments
    ⋮1
     The air gives back what it borrowed.
    ⋮1
     Mind the step.
    ⋮32
     all                                                                          ? help  esc back  n p neighbours  y copy
    """#,
    "loading 120x40":
      #"""
     Posts › 8
     Dew point
     by … · … comments
    ⋮1
     …
    ⋮34
     all                                                                          ? help  esc back  n p neighbours  y copy
    """#,
    "loading slowly 120x40":
      #"""
     Posts › 8
     Dew point
     by … · … comments
    ⋮1
     …
    ⋮34
     all  Loading |                                                               ? help  esc back  n p neighbours  y copy
    """#,
    "long words 120x40":
      #"""
     Posts › 8                                                                                                         live
     Dew point
     by Ines Calder · 3 comments
    ⋮1
     dampfschifffahrtsdampfschifffahrtsdampfschifffahrtsdampfschifffahrtsdamp
     fschifffahrtsdampfschifffahrtsdampfschifffahrtsdampfschifffahrtsdampfsch
     ifffahrts
    ⋮32
     all                                                                          ? help  esc back  n p neighbours  y copy
    """#,
    "no text 120x40":
      #"""
     Posts › 8                                                                                                         live
     Dew point
     by Ines Calder · 3 comments
    ⋮36
     all                                                                          ? help  esc back  n p neighbours  y copy
    """#,
    "notice 120x40":
      #"""
     Posts › 8                                                                                                         live
     Dew point
     by Ines Calder · 3 comments
    ⋮1
     The air gives back what it borrowed.
    ⋮1
     Mind the step.
    ⋮32
     The list ends here.                                                          ? help  esc back  n p neighbours  y copy
    """#,
    "wide 120x40":
      #"""
     Posts › 8                                                                                                         live
     連絡船の前の三行
     by Ines Calder · 3 comments
    ⋮1
     紙の地図を折りたたむ方法。👩🏽‍🚀 café القمر لا يحتاج إلى شبكة 各駅停車で行
     く、そして帰る。
    ⋮33
     all                                                                          ? help  esc back  n p neighbours  y copy
    """#,
    "at the end 80x24":
      #"""
     Posts › 8                                                                 live
     Line 19 of the text.
     Line 20 of the text.
     Line 21 of the text.
     Line 22 of the text.
     Line 23 of the text.
     Line 24 of the text.
     Line 25 of the text.
     Line 26 of the text.
     Line 27 of the text.
     Line 28 of the text.
     Line 29 of the text.
     Line 30 of the text.
     Line 31 of the text.
     Line 32 of the text.
     Line 33 of the text.
     Line 34 of the text.
     Line 35 of the text.
     Line 36 of the text.
     Line 37 of the text.
     Line 38 of the text.
     Line 39 of the text.
     Line 40 of the text.
     end                                  ? help  esc back  n p neighbours  y copy
    """#,
    "author and comments unknown 80x24":
      #"""
     Posts › 8                                                                 live
     Dew point
     by — · — comments
    ⋮1
     The air gives back what it borrowed.
    ⋮1
     Mind the step.
    ⋮16
     Cannot reach http://localhost:8000 (connection refused).     ? help  esc back
    """#,
    "awaiting the rest 80x24":
      #"""
     Posts › 8
     Dew point
     by … · … comments
    ⋮1
     The air gives back what it borrowed.
    ⋮1
     Mind the step.
    ⋮16
     all                                  ? help  esc back  n p neighbours  y copy
    """#,
    "failed with nothing 80x24":
      #"""
     Posts › 8
     Dew point
     by — · — comments
    ⋮1
     Cannot reach http://localhost:8000 (connection refused).
    ⋮18
     all                                  ? help  esc back  n p neighbours  y copy
    """#,
    "hostile 80x24":
      #"""
     Posts › 8                                                                 live
     t␛]0;x␇ u
     by Ines Calder · 3 comments
    ⋮1
     a␛[2Jb    c
     d�ef
    ⋮17
     all                                  ? help  esc back  n p neighbours  y copy
    """#,
    "in the middle 80x24":
      #"""
     Posts › 8                                                                 live
     Line 7 of the text.
     Line 8 of the text.
     Line 9 of the text.
     Line 10 of the text.
     Line 11 of the text.
     Line 12 of the text.
     Line 13 of the text.
     Line 14 of the text.
     Line 15 of the text.
     Line 16 of the text.
     Line 17 of the text.
     Line 18 of the text.
     Line 19 of the text.
     Line 20 of the text.
     Line 21 of the text.
     Line 22 of the text.
     Line 23 of the text.
     Line 24 of the text.
     Line 25 of the text.
     Line 26 of the text.
     Line 27 of the text.
     Line 28 of the text.
     72%                                  ? help  esc back  n p neighbours  y copy
    """#,
    "kept 80x24":
      #"""
     Posts › 8                                                       kept 1 day ago
     Dew point
     by Ines Calder · 3 comments
    ⋮1
     The air gives back what it borrowed.
    ⋮1
     Mind the step.
    ⋮16
     all  Cannot reach http://localhost:8000 (connection refused).          ? help
    """#,
    "live 80x24":
      #"""
     Posts › 8                                                                 live
     Dew point
     by Ines Calder · 3 comments
    ⋮1
     The air gives back what it borrowed.
    ⋮1
     Mind the step.
    ⋮16
     all                                  ? help  esc back  n p neighbours  y copy
    """#,
    "loading 80x24":
      #"""
     Posts › 8
     Dew point
     by … · … comments
    ⋮1
     …
    ⋮18
     all                                  ? help  esc back  n p neighbours  y copy
    """#,
    "loading slowly 80x24":
      #"""
     Posts › 8
     Dew point
     by … · … comments
    ⋮1
     …
    ⋮18
     all  Loading |                       ? help  esc back  n p neighbours  y copy
    """#,
    "long words 80x24":
      #"""
     Posts › 8                                                                 live
     Dew point
     by Ines Calder · 3 comments
    ⋮1
     dampfschifffahrtsdampfschifffahrtsdampfschifffahrtsdampfschifffahrtsdamp
     fschifffahrtsdampfschifffahrtsdampfschifffahrtsdampfschifffahrtsdampfsch
     ifffahrts
    ⋮16
     all                                  ? help  esc back  n p neighbours  y copy
    """#,
    "no text 80x24":
      #"""
     Posts › 8                                                                 live
     Dew point
     by Ines Calder · 3 comments
    ⋮20
     all                                  ? help  esc back  n p neighbours  y copy
    """#,
    "notice 80x24":
      #"""
     Posts › 8                                                                 live
     Dew point
     by Ines Calder · 3 comments
    ⋮1
     The air gives back what it borrowed.
    ⋮1
     Mind the step.
    ⋮16
     The list ends here.                  ? help  esc back  n p neighbours  y copy
    """#,
    "wide 80x24":
      #"""
     Posts › 8                                                                 live
     連絡船の前の三行
     by Ines Calder · 3 comments
    ⋮1
     紙の地図を折りたたむ方法。👩🏽‍🚀 café القمر لا يحتاج إلى شبكة 各駅停車で行
     く、そして帰る。
    ⋮17
     all                                  ? help  esc back  n p neighbours  y copy
    """#,
    "at the end 40x10":
      #"""
     Posts › 8                         live
     Line 33 of the text.
     Line 34 of the text.
     Line 35 of the text.
     Line 36 of the text.
     Line 37 of the text.
     Line 38 of the text.
     Line 39 of the text.
     Line 40 of the text.
     end  ? help  esc back  n p neighbours
    """#,
    "author and comments unknown 40x10":
      #"""
     Posts › 8                         live
     Dew point
     by — · — comments
    ⋮1
     The air gives back what it borrowed.
    ⋮1
     Mind the step.
    ⋮2
     Connection refused. Cannot reach the s…
    """#,
    "awaiting the rest 40x10":
      #"""
     Posts › 8
     Dew point
     by … · … comments
    ⋮1
     The air gives back what it borrowed.
    ⋮1
     Mind the step.
    ⋮2
     all  ? help  esc back  n p neighbours
    """#,
    "failed with nothing 40x10":
      #"""
     Posts › 8
     Dew point
     by — · — comments
    ⋮1
     Cannot reach http://localhost:8000
     (connection refused).
    ⋮3
     all  ? help  esc back  n p neighbours
    """#,
    "hostile 40x10":
      #"""
     Posts › 8                         live
     t␛]0;x␇ u
     by Ines Calder · 3 comments
    ⋮1
     a␛[2Jb    c
     d�ef
    ⋮3
     all  ? help  esc back  n p neighbours
    """#,
    "in the middle 40x10":
      #"""
     Posts › 8                         live
     Line 7 of the text.
     Line 8 of the text.
     Line 9 of the text.
     Line 10 of the text.
     Line 11 of the text.
     Line 12 of the text.
     Line 13 of the text.
     Line 14 of the text.
     39%  ? help  esc back  n p neighbours
    """#,
    "kept 40x10":
      #"""
     Posts › 8               kept 1 day ago
     Dew point
     by Ines Calder · 3 comments
    ⋮1
     The air gives back what it borrowed.
    ⋮1
     Mind the step.
    ⋮2
     all  Connection refused. Cannot reach …
    """#,
    "live 40x10":
      #"""
     Posts › 8                         live
     Dew point
     by Ines Calder · 3 comments
    ⋮1
     The air gives back what it borrowed.
    ⋮1
     Mind the step.
    ⋮2
     all  ? help  esc back  n p neighbours
    """#,
    "loading 40x10":
      #"""
     Posts › 8
     Dew point
     by … · … comments
    ⋮1
     …
    ⋮4
     all  ? help  esc back  n p neighbours
    """#,
    "loading slowly 40x10":
      #"""
     Posts › 8
     Dew point
     by … · … comments
    ⋮1
     …
    ⋮4
     all  Loading |       ? help  esc back
    """#,
    "long words 40x10":
      #"""
     Posts › 8                         live
     Dew point
     by Ines Calder · 3 comments
    ⋮1
     dampfschifffahrtsdampfschifffahrtsdamp
     fschifffahrtsdampfschifffahrtsdampfsch
     ifffahrtsdampfschifffahrtsdampfschifff
     ahrtsdampfschifffahrtsdampfschifffahrt
     s
     all  ? help  esc back  n p neighbours
    """#,
    "no text 40x10":
      #"""
     Posts › 8                         live
     Dew point
     by Ines Calder · 3 comments
    ⋮6
     all  ? help  esc back  n p neighbours
    """#,
    "notice 40x10":
      #"""
     Posts › 8                         live
     Dew point
     by Ines Calder · 3 comments
    ⋮1
     The air gives back what it borrowed.
    ⋮1
     Mind the step.
    ⋮2
     The list ends here.  ? help  esc back
    """#,
    "wide 40x10":
      #"""
     Posts › 8                         live
     連絡船の前の三行
     by Ines Calder · 3 comments
    ⋮1
     紙の地図を折りたたむ方法。👩🏽‍🚀 café
     القمر لا يحتاج إلى شبكة 各駅停車で行
     く、そして帰る。
    ⋮2
     all  ? help  esc back  n p neighbours
    """#,
    "at the end 1x1": "…",
    "author and comments unknown 1x1": "…",
    "awaiting the rest 1x1": "…",
    "failed with nothing 1x1": "…",
    "hostile 1x1": "…",
    "in the middle 1x1": "…",
    "kept 1x1": "…",
    "live 1x1": "…",
    "loading 1x1": "…",
    "loading slowly 1x1": "…",
    "long words 1x1": "…",
    "no text 1x1": "…",
    "notice 1x1": "…",
    "wide 1x1": "…",
  ]
}
