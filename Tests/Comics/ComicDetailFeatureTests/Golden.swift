/// Written by the program, and looked at.
enum Golden {
  static let frames: [String: String] = [
    "GIF in iTerm2 120x40":
      #"""
     Comics › 614                                                                                                      live
     Woodpecker
     #614 · 2009-07-24
    ⋮7
     Hover text: If you don't have an extension cord, I can get that too.
    ⋮1
     Transcript
     [A man with a beret stands
     by a tree.]
     Man: It is a woodpecker!
     *peck peck*
     (below)
     Man: I got it a drill.
    ⋮20
     all                                                                      ? help  esc back  n p neighbours  b bookmark
    """#,
    "GIF in iTerm2 1x1":
      #"""
    …
    """#,
    "GIF in iTerm2 40x10":
      #"""
     Comics › 614                      live
     Woodpecker
     #614 · 2009-07-24
    ⋮6
     top  ? help  esc back  n p neighbours
    """#,
    "GIF in iTerm2 80x24":
      #"""
     Comics › 614                                                              live
     Woodpecker
     #614 · 2009-07-24
    ⋮7
     Hover text: If you don't have an extension cord, I can get that too.
    ⋮1
     Transcript
     [A man with a beret stands
     by a tree.]
     Man: It is a woodpecker!
     *peck peck*
     (below)
     Man: I got it a drill.
    ⋮4
     all                              ? help  esc back  n p neighbours  b bookmark
    """#,
    "JPEG in kitty 120x40":
      #"""
     Comics › 614                                                                                                      live
     Woodpecker
     #614 · 2009-07-24
    ⋮1
     Picture: JPEG, 160×80. This terminal cannot show a JPEG; i opens it in
              the desktop's viewer.
    ⋮1
     Hover text: If you don't have an extension cord, I can get that too.
    ⋮1
     Transcript
     [A man with a beret stands
     by a tree.]
     Man: It is a woodpecker!
     *peck peck*
     (below)
     Man: I got it a drill.
    ⋮23
     all                                                                      ? help  esc back  n p neighbours  b bookmark
    """#,
    "JPEG in kitty 1x1":
      #"""
    …
    """#,
    "JPEG in kitty 40x10":
      #"""
     Comics › 614                      live
     Woodpecker
     #614 · 2009-07-24
    ⋮1
     Picture: JPEG, 160×80. This terminal
              cannot show a JPEG; i opens
              it in the desktop's viewer.
    ⋮1
     Hover text: If you don't have an
     top  ? help  esc back  n p neighbours
    """#,
    "JPEG in kitty 80x24":
      #"""
     Comics › 614                                                              live
     Woodpecker
     #614 · 2009-07-24
    ⋮1
     Picture: JPEG, 160×80. This terminal cannot show a JPEG; i opens it in
              the desktop's viewer.
    ⋮1
     Hover text: If you don't have an extension cord, I can get that too.
    ⋮1
     Transcript
     [A man with a beret stands
     by a tree.]
     Man: It is a woodpecker!
     *peck peck*
     (below)
     Man: I got it a drill.
    ⋮7
     all                              ? help  esc back  n p neighbours  b bookmark
    """#,
    "bookmarked and kept 120x40":
      #"""
     Comics › 614 ★                                                                                          kept 1 day ago
     Woodpecker
     #614 · 2009-07-24
    ⋮7
     Hover text: If you don't have an extension cord, I can get that too.
    ⋮1
     Transcript
     [A man with a beret stands
     by a tree.]
     Man: It is a woodpecker!
     *peck peck*
     (below)
     Man: I got it a drill.
    ⋮20
     all  Cannot reach http://localhost:8000 (connection refused).            ? help  esc back  n p neighbours  b bookmark
    """#,
    "bookmarked and kept 1x1":
      #"""
    …
    """#,
    "bookmarked and kept 40x10":
      #"""
     Comics › 614 ★          kept 1 day ago
     Woodpecker
     #614 · 2009-07-24
    ⋮6
     top  Connection refused. Cannot reach …
    """#,
    "bookmarked and kept 80x24":
      #"""
     Comics › 614 ★                                                  kept 1 day ago
     Woodpecker
     #614 · 2009-07-24
    ⋮7
     Hover text: If you don't have an extension cord, I can get that too.
    ⋮1
     Transcript
     [A man with a beret stands
     by a tree.]
     Man: It is a woodpecker!
     *peck peck*
     (below)
     Man: I got it a drill.
    ⋮4
     all  Cannot reach http://localhost:8000 (connection refused).          ? help
    """#,
    "hostile 120x40":
      #"""
     Comics › 614                                                                                                      live
     t␛]0;x␇ u
     #614 · 2009-07-24
    ⋮1
     This comic has no picture.
    ⋮1
     Hover text: a␛_Ga=d␛\
                 b�2J 紙の地図 👩🏽‍🚀 القمر
    ⋮1
     Transcript
     It may be another comic's, whose hover text is “other␛[m”.
     [s␛[2J]
     *z*
     (n
     )
     dampfschifffahrtsdampfschifffahrtsdampfschifffahrtsdampfschifffahrtsdamp
     fschifffahrtsdampfschifffahrts
    ⋮1
     Link: http://host/%1b%5b2J?q=a%20b
     News: n␛[31mews
           second line
    ⋮18
     all                                                                      ? help  esc back  n p neighbours  b bookmark
    """#,
    "hostile 1x1":
      #"""
    …
    """#,
    "hostile 40x10":
      #"""
     Comics › 614                      live
     t␛]0;x␇ u
     #614 · 2009-07-24
    ⋮1
     This comic has no picture.
    ⋮1
     Hover text: a␛_Ga=d␛\
                 b�2J 紙の地図 👩🏽‍🚀 القمر
    ⋮1
     top  ? help  esc back  n p neighbours
    """#,
    "hostile 80x24":
      #"""
     Comics › 614                                                              live
     t␛]0;x␇ u
     #614 · 2009-07-24
    ⋮1
     This comic has no picture.
    ⋮1
     Hover text: a␛_Ga=d␛\
                 b�2J 紙の地図 👩🏽‍🚀 القمر
    ⋮1
     Transcript
     It may be another comic's, whose hover text is “other␛[m”.
     [s␛[2J]
     *z*
     (n
     )
     dampfschifffahrtsdampfschifffahrtsdampfschifffahrtsdampfschifffahrtsdamp
     fschifffahrtsdampfschifffahrts
    ⋮1
     Link: http://host/%1b%5b2J?q=a%20b
     News: n␛[31mews
           second line
    ⋮2
     all                              ? help  esc back  n p neighbours  b bookmark
    """#,
    "loading slowly 120x40":
      #"""
     Comics › 614
     #614
    ⋮1
     …
    ⋮35
     all  Loading -                                                           ? help  esc back  n p neighbours  b bookmark
    """#,
    "loading slowly 1x1":
      #"""
    …
    """#,
    "loading slowly 40x10":
      #"""
     Comics › 614
     #614
    ⋮1
     …
    ⋮5
     all  Loading -       ? help  esc back
    """#,
    "loading slowly 80x24":
      #"""
     Comics › 614
     #614
    ⋮1
     …
    ⋮19
     all  Loading -                   ? help  esc back  n p neighbours  b bookmark
    """#,
    "no picture 120x40":
      #"""
     Comics › 614                                                                                                      live
     Woodpecker
     #614 · 2009-07-24
    ⋮1
     This comic has no picture.
    ⋮1
     Hover text: If you don't have an extension cord, I can get that too.
    ⋮1
     Transcript
     [A man with a beret stands
     by a tree.]
     Man: It is a woodpecker!
     *peck peck*
     (below)
     Man: I got it a drill.
    ⋮24
     all                                                                      ? help  esc back  n p neighbours  b bookmark
    """#,
    "no picture 1x1":
      #"""
    …
    """#,
    "no picture 40x10":
      #"""
     Comics › 614                      live
     Woodpecker
     #614 · 2009-07-24
    ⋮1
     This comic has no picture.
    ⋮1
     Hover text: If you don't have an
                 extension cord, I can get
                 that too.
     top  ? help  esc back  n p neighbours
    """#,
    "no picture 80x24":
      #"""
     Comics › 614                                                              live
     Woodpecker
     #614 · 2009-07-24
    ⋮1
     This comic has no picture.
    ⋮1
     Hover text: If you don't have an extension cord, I can get that too.
    ⋮1
     Transcript
     [A man with a beret stands
     by a tree.]
     Man: It is a woodpecker!
     *peck peck*
     (below)
     Man: I got it a drill.
    ⋮8
     all                              ? help  esc back  n p neighbours  b bookmark
    """#,
    "no pictures in this terminal 120x40":
      #"""
     Comics › 614                                                                                                      live
     Woodpecker
     #614 · 2009-07-24
    ⋮1
     Picture: PNG, 160×80. i opens it in the desktop's viewer.
    ⋮1
     Hover text: If you don't have an extension cord, I can get that too.
    ⋮1
     Transcript
     [A man with a beret stands
     by a tree.]
     Man: It is a woodpecker!
     *peck peck*
     (below)
     Man: I got it a drill.
    ⋮24
     all                                                                      ? help  esc back  n p neighbours  b bookmark
    """#,
    "no pictures in this terminal 1x1":
      #"""
    …
    """#,
    "no pictures in this terminal 40x10":
      #"""
     Comics › 614                      live
     Woodpecker
     #614 · 2009-07-24
    ⋮1
     Picture: PNG, 160×80. i opens it in
              the desktop's viewer.
    ⋮1
     Hover text: If you don't have an
                 extension cord, I can get
     top  ? help  esc back  n p neighbours
    """#,
    "no pictures in this terminal 80x24":
      #"""
     Comics › 614                                                              live
     Woodpecker
     #614 · 2009-07-24
    ⋮1
     Picture: PNG, 160×80. i opens it in the desktop's viewer.
    ⋮1
     Hover text: If you don't have an extension cord, I can get that too.
    ⋮1
     Transcript
     [A man with a beret stands
     by a tree.]
     Man: It is a woodpecker!
     *peck peck*
     (below)
     Man: I got it a drill.
    ⋮8
     all                              ? help  esc back  n p neighbours  b bookmark
    """#,
    "no such comic 120x40":
      #"""
     Comics › 614
     #614
    ⋮1
     There is no comic 614.
    ⋮35
     all                                                                      ? help  esc back  n p neighbours  b bookmark
    """#,
    "no such comic 1x1":
      #"""
    …
    """#,
    "no such comic 40x10":
      #"""
     Comics › 614
     #614
    ⋮1
     There is no comic 614.
    ⋮5
     all  ? help  esc back  n p neighbours
    """#,
    "no such comic 80x24":
      #"""
     Comics › 614
     #614
    ⋮1
     There is no comic 614.
    ⋮19
     all                              ? help  esc back  n p neighbours  b bookmark
    """#,
    "nothing but a title 120x40":
      #"""
     Comics › 1                                                                                                        live
     Hello
     #1
    ⋮1
     This comic has no picture.
    ⋮34
     all                                                                      ? help  esc back  n p neighbours  b bookmark
    """#,
    "nothing but a title 1x1":
      #"""
    …
    """#,
    "nothing but a title 40x10":
      #"""
     Comics › 1                        live
     Hello
     #1
    ⋮1
     This comic has no picture.
    ⋮4
     all  ? help  esc back  n p neighbours
    """#,
    "nothing but a title 80x24":
      #"""
     Comics › 1                                                                live
     Hello
     #1
    ⋮1
     This comic has no picture.
    ⋮18
     all                              ? help  esc back  n p neighbours  b bookmark
    """#,
    "notice 120x40":
      #"""
     Comics › 614                                                                                                      live
     Woodpecker
     #614 · 2009-07-24
    ⋮7
     Hover text: If you don't have an extension cord, I can get that too.
    ⋮1
     Transcript
     [A man with a beret stands
     by a tree.]
     Man: It is a woodpecker!
     *peck peck*
     (below)
     Man: I got it a drill.
    ⋮20
     The list ends here.                                                      ? help  esc back  n p neighbours  b bookmark
    """#,
    "notice 1x1":
      #"""
    …
    """#,
    "notice 40x10":
      #"""
     Comics › 614                      live
     Woodpecker
     #614 · 2009-07-24
    ⋮6
     The list ends here.  ? help  esc back
    """#,
    "notice 80x24":
      #"""
     Comics › 614                                                              live
     Woodpecker
     #614 · 2009-07-24
    ⋮7
     Hover text: If you don't have an extension cord, I can get that too.
    ⋮1
     Transcript
     [A man with a beret stands
     by a tree.]
     Man: It is a woodpecker!
     *peck peck*
     (below)
     Man: I got it a drill.
    ⋮4
     The list ends here.              ? help  esc back  n p neighbours  b bookmark
    """#,
    "only a number 120x40":
      #"""
     Comics › 614
     #614
    ⋮1
     …
    ⋮35
     all                                                                      ? help  esc back  n p neighbours  b bookmark
    """#,
    "only a number 1x1":
      #"""
    …
    """#,
    "only a number 40x10":
      #"""
     Comics › 614
     #614
    ⋮1
     …
    ⋮5
     all  ? help  esc back  n p neighbours
    """#,
    "only a number 80x24":
      #"""
     Comics › 614
     #614
    ⋮1
     …
    ⋮19
     all                              ? help  esc back  n p neighbours  b bookmark
    """#,
    "picture 120x40":
      #"""
     Comics › 614                                                                                                      live
     Woodpecker
     #614 · 2009-07-24
    ⋮7
     Hover text: If you don't have an extension cord, I can get that too.
    ⋮1
     Transcript
     [A man with a beret stands
     by a tree.]
     Man: It is a woodpecker!
     *peck peck*
     (below)
     Man: I got it a drill.
    ⋮20
     all                                                                      ? help  esc back  n p neighbours  b bookmark
    """#,
    "picture 1x1":
      #"""
    …
    """#,
    "picture 40x10":
      #"""
     Comics › 614                      live
     Woodpecker
     #614 · 2009-07-24
    ⋮6
     top  ? help  esc back  n p neighbours
    """#,
    "picture 80x24":
      #"""
     Comics › 614                                                              live
     Woodpecker
     #614 · 2009-07-24
    ⋮7
     Hover text: If you don't have an extension cord, I can get that too.
    ⋮1
     Transcript
     [A man with a beret stands
     by a tree.]
     Man: It is a woodpecker!
     *peck peck*
     (below)
     Man: I got it a drill.
    ⋮4
     all                              ? help  esc back  n p neighbours  b bookmark
    """#,
    "picture awaited 120x40":
      #"""
     Comics › 614                                                                                                      live
     Woodpecker
     #614 · 2009-07-24
    ⋮1
     Picture: loading…
    ⋮1
     Hover text: If you don't have an extension cord, I can get that too.
    ⋮1
     Transcript
     [A man with a beret stands
     by a tree.]
     Man: It is a woodpecker!
     *peck peck*
     (below)
     Man: I got it a drill.
    ⋮24
     all                                                                      ? help  esc back  n p neighbours  b bookmark
    """#,
    "picture awaited 1x1":
      #"""
    …
    """#,
    "picture awaited 40x10":
      #"""
     Comics › 614                      live
     Woodpecker
     #614 · 2009-07-24
    ⋮1
     Picture: loading…
    ⋮1
     Hover text: If you don't have an
                 extension cord, I can get
                 that too.
     top  ? help  esc back  n p neighbours
    """#,
    "picture awaited 80x24":
      #"""
     Comics › 614                                                              live
     Woodpecker
     #614 · 2009-07-24
    ⋮1
     Picture: loading…
    ⋮1
     Hover text: If you don't have an extension cord, I can get that too.
    ⋮1
     Transcript
     [A man with a beret stands
     by a tree.]
     Man: It is a woodpecker!
     *peck peck*
     (below)
     Man: I got it a drill.
    ⋮8
     all                              ? help  esc back  n p neighbours  b bookmark
    """#,
    "picture failed 120x40":
      #"""
     Comics › 614                                                                                                      live
     Woodpecker
     #614 · 2009-07-24
    ⋮1
     The picture could not be loaded: cannot reach http://localhost:8000
     (connection refused).
    ⋮1
     Hover text: If you don't have an extension cord, I can get that too.
    ⋮1
     Transcript
     [A man with a beret stands
     by a tree.]
     Man: It is a woodpecker!
     *peck peck*
     (below)
     Man: I got it a drill.
    ⋮23
     all                                                                      ? help  esc back  n p neighbours  b bookmark
    """#,
    "picture failed 1x1":
      #"""
    …
    """#,
    "picture failed 40x10":
      #"""
     Comics › 614                      live
     Woodpecker
     #614 · 2009-07-24
    ⋮1
     The picture could not be loaded:
     cannot reach http://localhost:8000
     (connection refused).
    ⋮1
     Hover text: If you don't have an
     top  ? help  esc back  n p neighbours
    """#,
    "picture failed 80x24":
      #"""
     Comics › 614                                                              live
     Woodpecker
     #614 · 2009-07-24
    ⋮1
     The picture could not be loaded: cannot reach http://localhost:8000
     (connection refused).
    ⋮1
     Hover text: If you don't have an extension cord, I can get that too.
    ⋮1
     Transcript
     [A man with a beret stands
     by a tree.]
     Man: It is a woodpecker!
     *peck peck*
     (below)
     Man: I got it a drill.
    ⋮7
     all                              ? help  esc back  n p neighbours  b bookmark
    """#,
    "picture in iTerm2 120x40":
      #"""
     Comics › 614                                                                                                      live
     Woodpecker
     #614 · 2009-07-24
    ⋮7
     Hover text: If you don't have an extension cord, I can get that too.
    ⋮1
     Transcript
     [A man with a beret stands
     by a tree.]
     Man: It is a woodpecker!
     *peck peck*
     (below)
     Man: I got it a drill.
    ⋮20
     all                                                                      ? help  esc back  n p neighbours  b bookmark
    """#,
    "picture in iTerm2 1x1":
      #"""
    …
    """#,
    "picture in iTerm2 40x10":
      #"""
     Comics › 614                      live
     Woodpecker
     #614 · 2009-07-24
    ⋮6
     top  ? help  esc back  n p neighbours
    """#,
    "picture in iTerm2 80x24":
      #"""
     Comics › 614                                                              live
     Woodpecker
     #614 · 2009-07-24
    ⋮7
     Hover text: If you don't have an extension cord, I can get that too.
    ⋮1
     Transcript
     [A man with a beret stands
     by a tree.]
     Man: It is a woodpecker!
     *peck peck*
     (below)
     Man: I got it a drill.
    ⋮4
     all                              ? help  esc back  n p neighbours  b bookmark
    """#,
    "scrolled 120x40":
      #"""
     Comics › 614                                                                                                      live
     Woodpecker
     #614 · 2009-07-24
    ⋮18
     Hover text: If you don't have an extension cord, I can get that too.
    ⋮1
     Transcript
     [A man with a beret stands
     by a tree.]
     Man: It is a woodpecker!
     *peck peck*
     (below)
     Man: I got it a drill.
    ⋮9
     all                                                                      ? help  esc back  n p neighbours  b bookmark
    """#,
    "scrolled 1x1":
      #"""
    …
    """#,
    "scrolled 40x10":
      #"""
     Comics › 614                      live
    ⋮8
     41%  ? help  esc back  n p neighbours
    """#,
    "scrolled 80x24":
      #"""
     Comics › 614                                                              live
    ⋮15
     Hover text: If you don't have an extension cord, I can get that too.
    ⋮1
     Transcript
     [A man with a beret stands
     by a tree.]
     Man: It is a woodpecker!
     *peck peck*
     93%                              ? help  esc back  n p neighbours  b bookmark
    """#,
    "typing a number 120x40":
      #"""
     Comics › 614                                                                                                      live
     Woodpecker
     #614 · 2009-07-24
    ⋮7
     Hover text: If you don't have an extension cord, I can get that too.
    ⋮1
     Transcript
     [A man with a beret stands
     by a tree.]
     Man: It is a woodpecker!
     *peck peck*
     (below)
     Man: I got it a drill.
    ⋮20
     #12                                                                                                    ↵ go  esc back
    """#,
    "typing a number 1x1":
      #"""
    …
    """#,
    "typing a number 40x10":
      #"""
     Comics › 614                      live
     Woodpecker
     #614 · 2009-07-24
    ⋮6
     #12                    ↵ go  esc back
    """#,
    "typing a number 80x24":
      #"""
     Comics › 614                                                              live
     Woodpecker
     #614 · 2009-07-24
    ⋮7
     Hover text: If you don't have an extension cord, I can get that too.
    ⋮1
     Transcript
     [A man with a beret stands
     by a tree.]
     Man: It is a woodpecker!
     *peck peck*
     (below)
     Man: I got it a drill.
    ⋮4
     #12                                                            ↵ go  esc back
    """#,
  ]
}
