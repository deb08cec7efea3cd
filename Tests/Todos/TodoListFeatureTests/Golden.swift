/// Written by the program, and looked at.
enum Golden {
  static let frames: [String: String] = [
    "adding 120x40":
      #"""
     To-dos  3 open · 1 refused · 2 waiting to be sent                                                                 live
       [ ]   Wind the lighthouse
       [ ] ↑ Buy oil
       [ ] ! Count the ships
       [x]   Paint the door
     › [x] ↑ 写信␛[2J 给妈妈
    ⋮33
     Add: oil                                                                                              ↵ add  esc back
    """#,
    "adding 1x1":
      #"""
    …
    """#,
    "adding 40x10":
      #"""
     To-dos  3 open · 1 refused · 2 waiting…
       [ ]   Wind the lighthouse
       [ ] ↑ Buy oil
       [ ] ! Count the ships
       [x]   Paint the door
     › [x] ↑ 写信␛[2J 给妈妈
    ⋮3
     Add: oil              ↵ add  esc back
    """#,
    "adding 80x24":
      #"""
     To-dos  3 open · 1 refused · 2 waiting to be sent                         live
       [ ]   Wind the lighthouse
       [ ] ↑ Buy oil
       [ ] ! Count the ships
       [x]   Paint the door
     › [x] ↑ 写信␛[2J 给妈妈
    ⋮17
     Add: oil                                                      ↵ add  esc back
    """#,
    "open 120x40":
      #"""
     To-dos › Open  3 open · 1 refused · 2 waiting to be sent                                                          live
     › [ ]   Wind the lighthouse
       [ ] ↑ Buy oil
       [ ] ! Count the ships
       [x]   Paint the door
       [x] ↑ 写信␛[2J 给妈妈
    ⋮33
     1/5                                                   ? help  q quit  ↵ rename  a add  space done  / filter  r reload
    """#,
    "open 1x1":
      #"""
    …
    """#,
    "open 40x10":
      #"""
     To-dos › Open  3 open · 1 refused · 2 …
     › [ ]   Wind the lighthouse
       [ ] ↑ Buy oil
       [ ] ! Count the ships
       [x]   Paint the door
       [x] ↑ 写信␛[2J 给妈妈
    ⋮3
     1/5   ? help  q quit  ↵ rename  a add
    """#,
    "open 80x24":
      #"""
     To-dos › Open  3 open · 1 refused · 2 waiting to be sent                  live
     › [ ]   Wind the lighthouse
       [ ] ↑ Buy oil
       [ ] ! Count the ships
       [x]   Paint the door
       [x] ↑ 写信␛[2J 给妈妈
    ⋮17
     1/5           ? help  q quit  ↵ rename  a add  space done  / filter  r reload
    """#,
    "refused 120x40":
      #"""
     To-dos  3 open · 1 refused · 2 waiting to be sent                                                                 live
       [ ]   Wind the lighthouse
       [ ] ↑ Buy oil
     › [ ] ! Count the ships
       [x]   Paint the door
       [x] ↑ 写信␛[2J 给妈妈
    ⋮33
     The server refused it (422).                      t try again  s keep the server's  n make it new  e rename  esc back
    """#,
    "refused 1x1":
      #"""
    ⋮1
    """#,
    "refused 40x10":
      #"""
     To-dos  3 open · 1 refused · 2 waiting…
       [ ]   Wind the lighthouse
       [ ] ↑ Buy oil
     › [ ] ! Count the ships
       [x]   Paint the door
       [x] ↑ 写信␛[2J 给妈妈
    ⋮3
                t again  s server's  n new
    """#,
    "refused 80x24":
      #"""
     To-dos  3 open · 1 refused · 2 waiting to be sent                         live
       [ ]   Wind the lighthouse
       [ ] ↑ Buy oil
     › [ ] ! Count the ships
       [x]   Paint the door
       [x] ↑ 写信␛[2J 给妈妈
    ⋮17
     The server refused it (422).  t try again  s keep the server's  n make it new
    """#,
    "renaming 120x40":
      #"""
     To-dos  3 open · 1 refused · 2 waiting to be sent                                                                 live
     › [ ]   Wind the lighthouse
       [ ] ↑ Buy oil
       [ ] ! Count the ships
       [x]   Paint the door
       [x] ↑ 写信␛[2J 给妈妈
    ⋮33
     Rename: Wind the lighthouse                                                                        ↵ rename  esc back
    """#,
    "renaming 1x1":
      #"""
    …
    """#,
    "renaming 40x10":
      #"""
     To-dos  3 open · 1 refused · 2 waiting…
     › [ ]   Wind the lighthouse
       [ ] ↑ Buy oil
       [ ] ! Count the ships
       [x]   Paint the door
       [x] ↑ 写信␛[2J 给妈妈
    ⋮3
     Rename: Wind the lighthouse  ↵ rename
    """#,
    "renaming 80x24":
      #"""
     To-dos  3 open · 1 refused · 2 waiting to be sent                         live
     › [ ]   Wind the lighthouse
       [ ] ↑ Buy oil
       [ ] ! Count the ships
       [x]   Paint the door
       [x] ↑ 写信␛[2J 给妈妈
    ⋮17
     Rename: Wind the lighthouse                                ↵ rename  esc back
    """#,
    "to-dos 120x40":
      #"""
     To-dos  3 open · 1 refused · 2 waiting to be sent                                                                 live
     › [ ]   Wind the lighthouse
       [ ] ↑ Buy oil
       [ ] ! Count the ships
       [x]   Paint the door
       [x] ↑ 写信␛[2J 给妈妈
    ⋮33
     1/5                                                   ? help  q quit  ↵ rename  a add  space done  / filter  r reload
    """#,
    "to-dos 1x1":
      #"""
    …
    """#,
    "to-dos 40x10":
      #"""
     To-dos  3 open · 1 refused · 2 waiting…
     › [ ]   Wind the lighthouse
       [ ] ↑ Buy oil
       [ ] ! Count the ships
       [x]   Paint the door
       [x] ↑ 写信␛[2J 给妈妈
    ⋮3
     1/5   ? help  q quit  ↵ rename  a add
    """#,
    "to-dos 80x24":
      #"""
     To-dos  3 open · 1 refused · 2 waiting to be sent                         live
     › [ ]   Wind the lighthouse
       [ ] ↑ Buy oil
       [ ] ! Count the ships
       [x]   Paint the door
       [x] ↑ 写信␛[2J 给妈妈
    ⋮17
     1/5           ? help  q quit  ↵ rename  a add  space done  / filter  r reload
    """#,
  ]
}
