extension EveryStateTests {
  static let golden: [String: String] = [
    "opening 120x40":
      #"""
     Fetch                                                                                            http://localhost:8000
    ⋮16
                                                               …
                                                               …
    ⋮1
                                                           [ Fetch ]
    ⋮18
     Fetch, button                                                                                 ? help  q quit  ↵ fetch
    """#,
    "none yet 120x40":
      #"""
     Fetch                                                                                            http://localhost:8000
    ⋮16
                                                 There is no response code yet.
                                                        fetched 0 times
    ⋮1
                                                           [ Fetch ]
    ⋮18
     Fetch, button                                                                                 ? help  q quit  ↵ fetch
    """#,
    "one 120x40":
      #"""
     Fetch                                                                                            http://localhost:8000
    ⋮16
                                              5a7c4e10-0ff1-4e51-8b0a-0ff11ef12570
                                                         fetched 1 time
    ⋮1
                                                           [ Fetch ]
    ⋮18
     Fetch, button                                                                         ? help  q quit  ↵ fetch  y copy
    """#,
    "several 120x40":
      #"""
     Fetch                                                                                            http://localhost:8000
    ⋮16
                                              5a7c4e10-0ff1-4e51-8b0a-0ff11ef12570
                                                        fetched 3 times
    ⋮1
                                                           [ Fetch ]
    ⋮18
     Fetch, button                                                                         ? help  q quit  ↵ fetch  y copy
    """#,
    "working 120x40":
      #"""
     Fetch                                                                                            http://localhost:8000
    ⋮16
                                              5a7c4e10-0ff1-4e51-8b0a-0ff11ef12570
                                                        fetched 3 times
    ⋮1
                                                           [ Fetch ]
    ⋮18
     Fetch, pressed                                                                        ? help  q quit  ↵ fetch  y copy
    """#,
    "busy 120x40":
      #"""
     Fetch                                                                                            http://localhost:8000
    ⋮16
                                              5a7c4e10-0ff1-4e51-8b0a-0ff11ef12570
                                                        fetched 3 times
    ⋮1
                                                          [ Fetch / ]
    ⋮18
     Fetch, busy                                                                       ? help  q quit  esc give up  y copy
    """#,
    "failed 120x40":
      #"""
     Fetch                                                                                            http://localhost:8000
    ⋮16
                                              5a7c4e10-0ff1-4e51-8b0a-0ff11ef12570
                                                        fetched 3 times
    ⋮1
                                                           [ Fetch ]
    ⋮1
                                    Cannot reach http://localhost:8000 (connection refused).
    ⋮16
     Fetch, button                                                                         ? help  q quit  ↵ fetch  y copy
    """#,
    "failed with none 120x40":
      #"""
     Fetch                                                                                            http://localhost:8000
    ⋮16
                                                 There is no response code yet.
                                                        fetched 0 times
    ⋮1
                                                           [ Fetch ]
    ⋮1
                                    Cannot reach http://localhost:8000 (connection refused).
    ⋮16
     Fetch, button                                                                                 ? help  q quit  ↵ fetch
    """#,
    "hostile 120x40":
      #"""
     Fetch                                                                                            http://localhost:8000
    ⋮16
                                              5a7c4e10-0ff1-4e51-8b0a-0ff11ef12570
                                                        fetched 3 times
    ⋮1
                                                           [ Fetch ]
    ⋮1
                                  http://localhost:8000 points to http://�2Jelsewhere/x, which
                                                        is not followed.
    ⋮15
     Fetch, button                                                                         ? help  q quit  ↵ fetch  y copy
    """#,
    "unreadable 120x40":
      #"""
     Fetch                                                                                            http://localhost:8000
    ⋮16
                                                               —
                                                               —
    ⋮1
                                                           [ Fetch ]
    ⋮1
                                   What was fetched before cannot be read (its folder may not
                                                           be used).
    ⋮15
     Fetch, button                                                                                 ? help  q quit  ↵ fetch
    """#,
    "notice 120x40":
      #"""
     Fetch                                                                                            http://localhost:8000
    ⋮16
                                              5a7c4e10-0ff1-4e51-8b0a-0ff11ef12570
                                                        fetched 3 times
    ⋮1
                                                           [ Fetch ]
    ⋮18
     Copied.                                                                               ? help  q quit  ↵ fetch  y copy
    """#,
    "very many 120x40":
      #"""
     Fetch                                                                                            http://localhost:8000
    ⋮16
                                              5a7c4e10-0ff1-4e51-8b0a-0ff11ef12570
                                                    fetched 1234567890 times
    ⋮1
                                                           [ Fetch ]
    ⋮18
     Fetch, button                                                                         ? help  q quit  ↵ fetch  y copy
    """#,
    "opening 80x24":
      #"""
     Fetch                                                    http://localhost:8000
    ⋮8
                                           …
                                           …
    ⋮1
                                       [ Fetch ]
    ⋮10
     Fetch, button                                         ? help  q quit  ↵ fetch
    """#,
    "none yet 80x24":
      #"""
     Fetch                                                    http://localhost:8000
    ⋮8
                             There is no response code yet.
                                    fetched 0 times
    ⋮1
                                       [ Fetch ]
    ⋮10
     Fetch, button                                         ? help  q quit  ↵ fetch
    """#,
    "one 80x24":
      #"""
     Fetch                                                    http://localhost:8000
    ⋮8
                          5a7c4e10-0ff1-4e51-8b0a-0ff11ef12570
                                     fetched 1 time
    ⋮1
                                       [ Fetch ]
    ⋮10
     Fetch, button                                 ? help  q quit  ↵ fetch  y copy
    """#,
    "several 80x24":
      #"""
     Fetch                                                    http://localhost:8000
    ⋮8
                          5a7c4e10-0ff1-4e51-8b0a-0ff11ef12570
                                    fetched 3 times
    ⋮1
                                       [ Fetch ]
    ⋮10
     Fetch, button                                 ? help  q quit  ↵ fetch  y copy
    """#,
    "working 80x24":
      #"""
     Fetch                                                    http://localhost:8000
    ⋮8
                          5a7c4e10-0ff1-4e51-8b0a-0ff11ef12570
                                    fetched 3 times
    ⋮1
                                       [ Fetch ]
    ⋮10
     Fetch, pressed                                ? help  q quit  ↵ fetch  y copy
    """#,
    "busy 80x24":
      #"""
     Fetch                                                    http://localhost:8000
    ⋮8
                          5a7c4e10-0ff1-4e51-8b0a-0ff11ef12570
                                    fetched 3 times
    ⋮1
                                      [ Fetch / ]
    ⋮10
     Fetch, busy                               ? help  q quit  esc give up  y copy
    """#,
    "failed 80x24":
      #"""
     Fetch                                                    http://localhost:8000
    ⋮8
                          5a7c4e10-0ff1-4e51-8b0a-0ff11ef12570
                                    fetched 3 times
    ⋮1
                                       [ Fetch ]
    ⋮1
                Cannot reach http://localhost:8000 (connection refused).
    ⋮8
     Fetch, button                                 ? help  q quit  ↵ fetch  y copy
    """#,
    "failed with none 80x24":
      #"""
     Fetch                                                    http://localhost:8000
    ⋮8
                             There is no response code yet.
                                    fetched 0 times
    ⋮1
                                       [ Fetch ]
    ⋮1
                Cannot reach http://localhost:8000 (connection refused).
    ⋮8
     Fetch, button                                         ? help  q quit  ↵ fetch
    """#,
    "hostile 80x24":
      #"""
     Fetch                                                    http://localhost:8000
    ⋮8
                          5a7c4e10-0ff1-4e51-8b0a-0ff11ef12570
                                    fetched 3 times
    ⋮1
                                       [ Fetch ]
    ⋮1
              http://localhost:8000 points to http://�2Jelsewhere/x, which
                                    is not followed.
    ⋮7
     Fetch, button                                 ? help  q quit  ↵ fetch  y copy
    """#,
    "unreadable 80x24":
      #"""
     Fetch                                                    http://localhost:8000
    ⋮8
                                           —
                                           —
    ⋮1
                                       [ Fetch ]
    ⋮1
               What was fetched before cannot be read (its folder may not
                                       be used).
    ⋮7
     Fetch, button                                         ? help  q quit  ↵ fetch
    """#,
    "notice 80x24":
      #"""
     Fetch                                                    http://localhost:8000
    ⋮8
                          5a7c4e10-0ff1-4e51-8b0a-0ff11ef12570
                                    fetched 3 times
    ⋮1
                                       [ Fetch ]
    ⋮10
     Copied.                                       ? help  q quit  ↵ fetch  y copy
    """#,
    "very many 80x24":
      #"""
     Fetch                                                    http://localhost:8000
    ⋮8
                          5a7c4e10-0ff1-4e51-8b0a-0ff11ef12570
                                fetched 1234567890 times
    ⋮1
                                       [ Fetch ]
    ⋮10
     Fetch, button                                 ? help  q quit  ↵ fetch  y copy
    """#,
    "opening 40x10":
      #"""
     Fetch            http://localhost:8000
    ⋮1
                       …
                       …
    ⋮1
                   [ Fetch ]
    ⋮3
     Fetch, button          ? help  q quit
    """#,
    "none yet 40x10":
      #"""
     Fetch            http://localhost:8000
    ⋮1
         There is no response code yet.
                fetched 0 times
    ⋮1
                   [ Fetch ]
    ⋮3
     Fetch, button          ? help  q quit
    """#,
    "one 40x10":
      #"""
     Fetch            http://localhost:8000
    ⋮1
      5a7c4e10-0ff1-4e51-8b0a-0ff11ef12570
                 fetched 1 time
    ⋮1
                   [ Fetch ]
    ⋮3
     Fetch, button          ? help  q quit
    """#,
    "several 40x10":
      #"""
     Fetch            http://localhost:8000
    ⋮1
      5a7c4e10-0ff1-4e51-8b0a-0ff11ef12570
                fetched 3 times
    ⋮1
                   [ Fetch ]
    ⋮3
     Fetch, button          ? help  q quit
    """#,
    "working 40x10":
      #"""
     Fetch            http://localhost:8000
    ⋮1
      5a7c4e10-0ff1-4e51-8b0a-0ff11ef12570
                fetched 3 times
    ⋮1
                   [ Fetch ]
    ⋮3
     Fetch, pressed         ? help  q quit
    """#,
    "busy 40x10":
      #"""
     Fetch            http://localhost:8000
    ⋮1
      5a7c4e10-0ff1-4e51-8b0a-0ff11ef12570
                fetched 3 times
    ⋮1
                  [ Fetch / ]
    ⋮3
     Fetch, busy            ? help  q quit
    """#,
    "failed 40x10":
      #"""
     Fetch            http://localhost:8000
    ⋮1
      5a7c4e10-0ff1-4e51-8b0a-0ff11ef12570
                fetched 3 times
    ⋮1
                   [ Fetch ]
    ⋮1
       Cannot reach http://localhost:8000
             (connection refused).
     Fetch, button          ? help  q quit
    """#,
    "failed with none 40x10":
      #"""
     Fetch            http://localhost:8000
    ⋮1
         There is no response code yet.
                fetched 0 times
    ⋮1
                   [ Fetch ]
    ⋮1
       Cannot reach http://localhost:8000
             (connection refused).
     Fetch, button          ? help  q quit
    """#,
    "hostile 40x10":
      #"""
     Fetch            http://localhost:8000
    ⋮1
      5a7c4e10-0ff1-4e51-8b0a-0ff11ef12570
                fetched 3 times
    ⋮1
                   [ Fetch ]
    ⋮3
     The server points to http://�2Jelsewhe…
    """#,
    "unreadable 40x10":
      #"""
     Fetch            http://localhost:8000
    ⋮1
                       —
                       —
    ⋮1
                   [ Fetch ]
    ⋮1
       What was fetched before cannot be
       read (its folder may not be used).
     Fetch, button          ? help  q quit
    """#,
    "notice 40x10":
      #"""
     Fetch            http://localhost:8000
    ⋮1
      5a7c4e10-0ff1-4e51-8b0a-0ff11ef12570
                fetched 3 times
    ⋮1
                   [ Fetch ]
    ⋮3
     Copied.       ? help  q quit  ↵ fetch
    """#,
    "very many 40x10":
      #"""
     Fetch            http://localhost:8000
    ⋮1
      5a7c4e10-0ff1-4e51-8b0a-0ff11ef12570
            fetched 1234567890 times
    ⋮1
                   [ Fetch ]
    ⋮3
     Fetch, button          ? help  q quit
    """#,
    "opening 20x4":
      #"""
     Fetch
             …
             …
     Fetch, button
    """#,
    "none yet 20x4":
      #"""
     Fetch
      There is no res…
      fetched 0 times
     Fetch, button
    """#,
    "one 20x4":
      #"""
     Fetch
      5a7c4e10-0ff1-4…
       fetched 1 time
     Fetch, button
    """#,
    "several 20x4":
      #"""
     Fetch
      5a7c4e10-0ff1-4…
      fetched 3 times
     Fetch, button
    """#,
    "working 20x4":
      #"""
     Fetch
      5a7c4e10-0ff1-4…
      fetched 3 times
     Fetch, pressed
    """#,
    "busy 20x4":
      #"""
     Fetch
      5a7c4e10-0ff1-4…
      fetched 3 times
     Fetch, busy
    """#,
    "failed 20x4":
      #"""
     Fetch
      5a7c4e10-0ff1-4…
      fetched 3 times
     Connection refused…
    """#,
    "failed with none 20x4":
      #"""
     Fetch
      There is no res…
      fetched 0 times
     Connection refused…
    """#,
    "hostile 20x4":
      #"""
     Fetch
      5a7c4e10-0ff1-4…
      fetched 3 times
     The server points …
    """#,
    "unreadable 20x4":
      #"""
     Fetch
             —
             —
     Its folder may not…
    """#,
    "notice 20x4":
      #"""
     Fetch
      5a7c4e10-0ff1-4…
      fetched 3 times
     Copied.    ? help
    """#,
    "very many 20x4":
      #"""
     Fetch
      5a7c4e10-0ff1-4…
          fetched
     Fetch, button
    """#,
    "opening 1x1":
      #"""
    …
    """#,
    "none yet 1x1":
      #"""
    …
    """#,
    "one 1x1":
      #"""
    …
    """#,
    "several 1x1":
      #"""
    …
    """#,
    "working 1x1":
      #"""
    …
    """#,
    "busy 1x1":
      #"""
    …
    """#,
    "failed 1x1":
      #"""
    …
    """#,
    "failed with none 1x1":
      #"""
    …
    """#,
    "hostile 1x1":
      #"""
    …
    """#,
    "unreadable 1x1":
      #"""
    …
    """#,
    "notice 1x1":
      #"""
    …
    """#,
    "very many 1x1":
      #"""
    …
    """#,
  ]
}
