extension EveryStateTests {
  static let golden: [String: String] = [
    "empty with button 120x40":
      #"""
     Posts
    ⋮16
                                                   There is nothing to show.
                                    Cannot reach http://localhost:8000 (connection refused).
    ⋮1
                                                            [ Load ]
    ⋮1
                                                     http://localhost:8000
    ⋮16
     Load, button                                                                                   ? help  q quit  ↵ load
    """#,
    "end of what is loaded 120x40":
      #"""
     Posts                                                                                                             live
        8  Dew point
        9  Dead air
     › 10  On closing
    ⋮35
     3/3+  Loading more…                                                        ? help  q quit  ↵ open  / filter  r reload
    """#,
    "failed 120x40":
      #"""
     Posts                                                                                                             live
     ›  8  Dew point
        9  Dead air
       10  On closing
    ⋮35
     Cannot reach http://localhost:8000 (connection refused).                   ? help  q quit  ↵ open  / filter  r reload
    """#,
    "filtered 120x40":
      #"""
     Posts                                                                                                             live
     › 8  Dew point
       9  Dead air
    ⋮36
     1/2  /de                                                                    ? help  q quit  ↵ open  esc all  r reload
    """#,
    "filtering 120x40":
      #"""
     Posts                                                                                                             live
     › 8  Dew point
       9  Dead air
    ⋮36
     /de                                                                                         2 of 3  ↵ keep  esc clear
    """#,
    "hostile 120x40":
      #"""
     Posts                                                                                                             live
     › 1  a␛[2Jb c d�ef
    ⋮37
     1/1                                                                        ? help  q quit  ↵ open  / filter  r reload
    """#,
    "kept 120x40":
      #"""
     Posts                                                                                                   kept 1 day ago
     ›  8  Dew point
        9  Dead air
       10  On closing
    ⋮35
     1/3  Cannot reach http://localhost:8000 (connection refused).              ? help  q quit  ↵ open  / filter  r reload
    """#,
    "kept, the server still silent 120x40":
      #"""
     Posts                                                                                                   kept 1 day ago
     ›  8  Dew point
        9  Dead air
       10  On closing
    ⋮35
     1/3  Loading |                                                             ? help  q quit  ↵ open  / filter  r reload
    """#,
    "live 120x40":
      #"""
     Posts                                                                                                             live
     ›  8  Dew point
        9  Dead air
       10  On closing
    ⋮35
     1/3                                                                        ? help  q quit  ↵ open  / filter  r reload
    """#,
    "loading 120x40":
      #"""
     Posts
    ⋮16
                                                            Loading…
    ⋮1
                                                            [ Load ]
    ⋮1
                                                     http://localhost:8000
    ⋮17
     Load, pressed                                                                                  ? help  q quit  ↵ load
    """#,
    "loading slowly 120x40":
      #"""
     Posts
    ⋮16
                                                            Loading…
    ⋮1
                                                           [ Load | ]
    ⋮1
                                                     http://localhost:8000
    ⋮17
     Load, busy                                                                                     ? help  q quit  ↵ load
    """#,
    "long words 120x40":
      #"""
     Posts                                                                                                             live
     › 1  Donaudampfschifffahrtsdampfschifffahrtsdampfschifffahrtsdampfschifffahrtsdampfschifffahrtsdampfschifffahrtsdampfs…
    ⋮37
     1/1                                                                        ? help  q quit  ↵ open  / filter  r reload
    """#,
    "no match 120x40":
      #"""
     Posts                                                                                                             live
    ⋮1
       No title holds “xyz”.
    ⋮36
     0/3  /xyz                                                                   ? help  q quit  ↵ open  esc all  r reload
    """#,
    "no posts 120x40":
      #"""
     Posts                                                                                                             live
    ⋮16
                                                    There are no posts yet.
    ⋮1
                                                            [ Load ]
    ⋮1
                                                     http://localhost:8000
    ⋮17
     Load, button                                                                                   ? help  q quit  ↵ load
    """#,
    "wide 120x40":
      #"""
     Posts                                                                                                             live
     › 1  紙の地図 👩🏽‍🚀 café القمر 各駅停車で行く、そして帰る。夜行列車の窓に映る人と話す
    ⋮37
     1/1                                                                        ? help  q quit  ↵ open  / filter  r reload
    """#,
    "empty with button 80x24":
      #"""
     Posts
    ⋮8
                               There is nothing to show.
                Cannot reach http://localhost:8000 (connection refused).
    ⋮1
                                        [ Load ]
    ⋮1
                                 http://localhost:8000
    ⋮8
     Load, button                                           ? help  q quit  ↵ load
    """#,
    "end of what is loaded 80x24":
      #"""
     Posts                                                                     live
        8  Dew point
        9  Dead air
     › 10  On closing
    ⋮19
     3/3+  Loading more…                ? help  q quit  ↵ open  / filter  r reload
    """#,
    "failed 80x24":
      #"""
     Posts                                                                     live
     ›  8  Dew point
        9  Dead air
       10  On closing
    ⋮19
     Cannot reach http://localhost:8000 (connection refused).       ? help  q quit
    """#,
    "filtered 80x24":
      #"""
     Posts                                                                     live
     › 8  Dew point
       9  Dead air
    ⋮20
     1/2  /de                            ? help  q quit  ↵ open  esc all  r reload
    """#,
    "filtering 80x24":
      #"""
     Posts                                                                     live
     › 8  Dew point
       9  Dead air
    ⋮20
     /de                                                 2 of 3  ↵ keep  esc clear
    """#,
    "hostile 80x24":
      #"""
     Posts                                                                     live
     › 1  a␛[2Jb c d�ef
    ⋮21
     1/1                                ? help  q quit  ↵ open  / filter  r reload
    """#,
    "kept 80x24":
      #"""
     Posts                                                           kept 1 day ago
     ›  8  Dew point
        9  Dead air
       10  On closing
    ⋮19
     1/3  Cannot reach http://localhost:8000 (connection refused).  ? help  q quit
    """#,
    "kept, the server still silent 80x24":
      #"""
     Posts                                                           kept 1 day ago
     ›  8  Dew point
        9  Dead air
       10  On closing
    ⋮19
     1/3  Loading |                     ? help  q quit  ↵ open  / filter  r reload
    """#,
    "live 80x24":
      #"""
     Posts                                                                     live
     ›  8  Dew point
        9  Dead air
       10  On closing
    ⋮19
     1/3                                ? help  q quit  ↵ open  / filter  r reload
    """#,
    "loading 80x24":
      #"""
     Posts
    ⋮8
                                        Loading…
    ⋮1
                                        [ Load ]
    ⋮1
                                 http://localhost:8000
    ⋮9
     Load, pressed                                          ? help  q quit  ↵ load
    """#,
    "loading slowly 80x24":
      #"""
     Posts
    ⋮8
                                        Loading…
    ⋮1
                                       [ Load | ]
    ⋮1
                                 http://localhost:8000
    ⋮9
     Load, busy                                             ? help  q quit  ↵ load
    """#,
    "long words 80x24":
      #"""
     Posts                                                                     live
     › 1  Donaudampfschifffahrtsdampfschifffahrtsdampfschifffahrtsdampfschifffahrts…
    ⋮21
     1/1                                ? help  q quit  ↵ open  / filter  r reload
    """#,
    "no match 80x24":
      #"""
     Posts                                                                     live
    ⋮1
       No title holds “xyz”.
    ⋮20
     0/3  /xyz                           ? help  q quit  ↵ open  esc all  r reload
    """#,
    "no posts 80x24":
      #"""
     Posts                                                                     live
    ⋮8
                                There are no posts yet.
    ⋮1
                                        [ Load ]
    ⋮1
                                 http://localhost:8000
    ⋮9
     Load, button                                           ? help  q quit  ↵ load
    """#,
    "wide 80x24":
      #"""
     Posts                                                                     live
     › 1  紙の地図 👩🏽‍🚀 café القمر 各駅停車で行く、そして帰る。夜行列車の窓に映る人と…
    ⋮21
     1/1                                ? help  q quit  ↵ open  / filter  r reload
    """#,
    "empty with button 40x10":
      #"""
     Posts
           There is nothing to show.
       Cannot reach http://localhost:8000
             (connection refused).
    ⋮1
                    [ Load ]
    ⋮1
             http://localhost:8000
    ⋮1
     Load, button   ? help  q quit  ↵ load
    """#,
    "end of what is loaded 40x10":
      #"""
     Posts                             live
        8  Dew point
        9  Dead air
     › 10  On closing
    ⋮5
     3/3+  Loading more…    ? help  q quit
    """#,
    "failed 40x10":
      #"""
     Posts                             live
     ›  8  Dew point
        9  Dead air
       10  On closing
    ⋮5
     Connection refused. Cannot reach the s…
    """#,
    "filtered 40x10":
      #"""
     Posts                             live
     › 8  Dew point
       9  Dead air
    ⋮6
     1/2  /de       ? help  q quit  ↵ open
    """#,
    "filtering 40x10":
      #"""
     Posts                             live
     › 8  Dew point
       9  Dead air
    ⋮6
     /de         2 of 3  ↵ keep  esc clear
    """#,
    "hostile 40x10":
      #"""
     Posts                             live
     › 1  a␛[2Jb c d�ef
    ⋮7
     1/1  ? help  q quit  ↵ open  / filter
    """#,
    "kept 40x10":
      #"""
     Posts                   kept 1 day ago
     ›  8  Dew point
        9  Dead air
       10  On closing
    ⋮5
     1/3  Connection refused. Cannot reach …
    """#,
    "kept, the server still silent 40x10":
      #"""
     Posts                   kept 1 day ago
     ›  8  Dew point
        9  Dead air
       10  On closing
    ⋮5
     1/3  Loading |         ? help  q quit
    """#,
    "live 40x10":
      #"""
     Posts                             live
     ›  8  Dew point
        9  Dead air
       10  On closing
    ⋮5
     1/3  ? help  q quit  ↵ open  / filter
    """#,
    "loading 40x10":
      #"""
     Posts
    ⋮1
                    Loading…
    ⋮1
                    [ Load ]
    ⋮1
             http://localhost:8000
    ⋮2
     Load, pressed  ? help  q quit  ↵ load
    """#,
    "loading slowly 40x10":
      #"""
     Posts
    ⋮1
                    Loading…
    ⋮1
                   [ Load | ]
    ⋮1
             http://localhost:8000
    ⋮2
     Load, busy     ? help  q quit  ↵ load
    """#,
    "long words 40x10":
      #"""
     Posts                             live
     › 1  Donaudampfschifffahrtsdampfschiff…
    ⋮7
     1/1  ? help  q quit  ↵ open  / filter
    """#,
    "no match 40x10":
      #"""
     Posts                             live
    ⋮1
       No title holds “xyz”.
    ⋮6
     0/3  /xyz      ? help  q quit  ↵ open
    """#,
    "no posts 40x10":
      #"""
     Posts                             live
    ⋮1
            There are no posts yet.
    ⋮1
                    [ Load ]
    ⋮1
             http://localhost:8000
    ⋮2
     Load, button   ? help  q quit  ↵ load
    """#,
    "wide 40x10":
      #"""
     Posts                             live
     › 1  紙の地図 👩🏽‍🚀 café القمر 各駅停車で…
    ⋮7
     1/1  ? help  q quit  ↵ open  / filter
    """#,
    "empty with button 1x1": "…",
    "end of what is loaded 1x1": "…",
    "failed 1x1": "…",
    "filtered 1x1": "…",
    "filtering 1x1": "…",
    "hostile 1x1": "…",
    "kept 1x1": "…",
    "kept, the server still silent 1x1": "…",
    "live 1x1": "…",
    "loading 1x1": "…",
    "loading slowly 1x1": "…",
    "long words 1x1": "…",
    "no match 1x1": "…",
    "no posts 1x1": "…",
    "wide 1x1": "…",
  ]
}
