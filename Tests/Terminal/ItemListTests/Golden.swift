extension GoldenFrameTests {
  static let golden: [String: String] = [
    "opening 80x24":
      #"""
     Words
    ⋮23
    """#,
    "loading 80x24":
      #"""
     Words
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
     Words
    ⋮8
                                        Loading…
    ⋮1
                                       [ Load | ]
    ⋮1
                                 http://localhost:8000
    ⋮9
     Load, busy                                             ? help  q quit  ↵ load
    """#,
    "reading slowly 80x24":
      #"""
     Words
    ⋮8
                                        Loading…
    ⋮1
                                       [ Load / ]
    ⋮1
                                 http://localhost:8000
    ⋮9
     Load, busy                                             ? help  q quit  ↵ load
    """#,
    "nothing to show 80x24":
      #"""
     Words
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
    "an empty answer 80x24":
      #"""
     Words                                                                     live
    ⋮8
                                There are no words yet.
    ⋮1
                                        [ Load ]
    ⋮1
                                 http://localhost:8000
    ⋮9
     Load, button                                           ? help  q quit  ↵ load
    """#,
    "typing over nothing 80x24":
      #"""
     Words
    ⋮8
                                        Loading…
    ⋮1
                                        [ Load ]
    ⋮1
                                 http://localhost:8000
    ⋮9
     /qui                                                        ↵ keep  esc clear
    """#,
    "live 80x24":
      #"""
     Words                                                                     live
     › 8  Dew point
       9  Dead air
       10  On closing
       11  紙の地図を折りたたむ方法 — and what the creases remember of the road
    ⋮18
     1/4                                ? help  q quit  ↵ open  / filter  r reload
    """#,
    "kept 80x24":
      #"""
     Words                                                       kept 3 minutes ago
     › 8  Dew point
       9  Dead air
       10  On closing
       11  紙の地図を折りたたむ方法 — and what the creases remember of the road
    ⋮18
     1/4                                ? help  q quit  ↵ open  / filter  r reload
    """#,
    "kept, refreshing 80x24":
      #"""
     Words                                          kept 3 minutes ago  refreshing…
     › 8  Dew point
       9  Dead air
       10  On closing
       11  紙の地図を折りたたむ方法 — and what the creases remember of the road
    ⋮18
     1/4                                ? help  q quit  ↵ open  / filter  r reload
    """#,
    "live, refreshing 80x24":
      #"""
     Words                                                        live  refreshing…
     › 8  Dew point
       9  Dead air
       10  On closing
       11  紙の地図を折りたたむ方法 — and what the creases remember of the road
    ⋮18
     1/4                                ? help  q quit  ↵ open  / filter  r reload
    """#,
    "kept, and why 80x24":
      #"""
     Words                                                       kept 3 minutes ago
     › 8  Dew point
       9  Dead air
       10  On closing
       11  紙の地図を折りたたむ方法 — and what the creases remember of the road
    ⋮18
     1/4  Cannot reach http://localhost:8000 (connection refused).  ? help  q quit
    """#,
    "copied 80x24":
      #"""
     Words                                                       kept 3 minutes ago
     › 8  Dew point
       9  Dead air
       10  On closing
       11  紙の地図を折りたたむ方法 — and what the creases remember of the road
    ⋮18
     1/4  Copied.                       ? help  q quit  ↵ open  / filter  r reload
    """#,
    "loading more 80x24":
      #"""
     Words                                                                     live
     › 8  Dew point
       9  Dead air
       10  On closing
       11  紙の地図を折りたたむ方法 — and what the creases remember of the road
    ⋮18
     1/4+  Loading more…                ? help  q quit  ↵ open  / filter  r reload
    """#,
    "loading the rest 80x24":
      #"""
     Words                                                                     live
     › 8  Dew point
       9  Dead air
       10  On closing
       11  紙の地図を折りたたむ方法 — and what the creases remember of the road
       …
       …
       …
       …
       …
       …
       …
       …
       …
       …
       …
       …
       …
       …
       …
       …
       …
       …
     1/1,200+  Loading all…                       esc stop  ? help  q quit  ↵ open
    """#,
    "a row that is not read 80x24":
      #"""
     Words                                                                     live
     › …
       9  Dead air
       10  On closing
       11  紙の地図を折りたたむ方法 — and what the creases remember of the road
       …
       …
       …
       …
       …
       …
       …
       …
       …
       …
       …
       …
       …
       …
       …
       …
       …
       …
     1/10,000                           ? help  q quit  ↵ open  / filter  r reload
    """#,
    "typing a number 80x24":
      #"""
     Words                                                                     live
     › 8  Dew point
       9  Dead air
       10  On closing
       11  紙の地図を折りたたむ方法 — and what the creases remember of the road
       …
       …
       …
       …
       …
       …
       …
       …
       …
       …
       …
       …
       …
       …
       …
       …
       …
       …
     :123                                                of 10,000  ↵ go  esc back
    """#,
    "typing a filter 80x24":
      #"""
     Words                                                                     live
     › 8  Dew point
       9  Dead air
       10  On closing
       11  紙の地図を折りたたむ方法 — and what the creases remember of the road
    ⋮18
     /                                                   4 of 4  ↵ keep  esc clear
    """#,
    "filtering 80x24":
      #"""
     Words                                                                     live
     › 8  Dew point
       9  Dead air
    ⋮20
     /de                                                 2 of 4  ↵ keep  esc clear
    """#,
    "filtering what is not all there 80x24":
      #"""
     Words                                                                     live
     › 8  Dew point
       9  Dead air
    ⋮20
     /de                                            2 of 1,000+  ↵ keep  esc clear
    """#,
    "filtered 80x24":
      #"""
     Words                                                                     live
     › 8  Dew point
       9  Dead air
    ⋮20
     1/2  /de                            ? help  q quit  ↵ open  esc all  r reload
    """#,
    "no match 80x24":
      #"""
     Words                                                                     live
    ⋮1
       No match for “xyz”.
    ⋮20
     0/4  /xyz                           ? help  q quit  ↵ open  esc all  r reload
    """#,
    "no match yet 80x24":
      #"""
     Words                                                                     live
    ⋮1
       No match in 1,000 loaded. ↵ search the rest
    ⋮20
     /xyz                                0 of 1,000+  ↵ search the rest  esc clear
    """#,
    "no match yet, kept 80x24":
      #"""
     Words                                                                     live
    ⋮1
       No match in 1,000 loaded. ↵ search the rest
    ⋮20
     0/1,000+  /xyz                    ? help  q quit  ↵ search  esc all  r reload
    """#,
    "searching the rest 80x24":
      #"""
     Words                                                                     live
    ⋮1
       No match in 1,200 loaded.
    ⋮20
     0/1,200+  Loading… 1,200  /xyz             esc stop  ? help  q quit  ↵ search
    """#,
    "a long filter 80x24":
      #"""
     Words                                                                     live
    ⋮1
       No match for “long long long long long long long long long long long long
       long long long long long long long long long long long long long long long
       long long long end”.
    ⋮18
     /ng long long long long long long long long long long long long long long end
    """#,
    "opening 40x10":
      #"""
     Words
    ⋮9
    """#,
    "loading 40x10":
      #"""
     Words
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
     Words
    ⋮1
                    Loading…
    ⋮1
                   [ Load | ]
    ⋮1
             http://localhost:8000
    ⋮2
     Load, busy     ? help  q quit  ↵ load
    """#,
    "reading slowly 40x10":
      #"""
     Words
    ⋮1
                    Loading…
    ⋮1
                   [ Load / ]
    ⋮1
             http://localhost:8000
    ⋮2
     Load, busy     ? help  q quit  ↵ load
    """#,
    "nothing to show 40x10":
      #"""
     Words
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
    "an empty answer 40x10":
      #"""
     Words                             live
    ⋮1
            There are no words yet.
    ⋮1
                    [ Load ]
    ⋮1
             http://localhost:8000
    ⋮2
     Load, button   ? help  q quit  ↵ load
    """#,
    "typing over nothing 40x10":
      #"""
     Words
    ⋮1
                    Loading…
    ⋮1
                    [ Load ]
    ⋮1
             http://localhost:8000
    ⋮2
     /qui                ↵ keep  esc clear
    """#,
    "live 40x10":
      #"""
     Words                             live
     › 8  Dew point
       9  Dead air
       10  On closing
       11  紙の地図を折りたたむ方法 — and w…
    ⋮4
     1/4  ? help  q quit  ↵ open  / filter
    """#,
    "kept 40x10":
      #"""
     Words               kept 3 minutes ago
     › 8  Dew point
       9  Dead air
       10  On closing
       11  紙の地図を折りたたむ方法 — and w…
    ⋮4
     1/4  ? help  q quit  ↵ open  / filter
    """#,
    "kept, refreshing 40x10":
      #"""
     Words  kept 3 minutes ago  refreshing…
     › 8  Dew point
       9  Dead air
       10  On closing
       11  紙の地図を折りたたむ方法 — and w…
    ⋮4
     1/4  ? help  q quit  ↵ open  / filter
    """#,
    "live, refreshing 40x10":
      #"""
     Words                live  refreshing…
     › 8  Dew point
       9  Dead air
       10  On closing
       11  紙の地図を折りたたむ方法 — and w…
    ⋮4
     1/4  ? help  q quit  ↵ open  / filter
    """#,
    "kept, and why 40x10":
      #"""
     Words               kept 3 minutes ago
     › 8  Dew point
       9  Dead air
       10  On closing
       11  紙の地図を折りたたむ方法 — and w…
    ⋮4
     1/4  Connection refused. Cannot reach …
    """#,
    "copied 40x10":
      #"""
     Words               kept 3 minutes ago
     › 8  Dew point
       9  Dead air
       10  On closing
       11  紙の地図を折りたたむ方法 — and w…
    ⋮4
     1/4  Copied.   ? help  q quit  ↵ open
    """#,
    "loading more 40x10":
      #"""
     Words                             live
     › 8  Dew point
       9  Dead air
       10  On closing
       11  紙の地図を折りたたむ方法 — and w…
    ⋮4
     1/4+  Loading more…    ? help  q quit
    """#,
    "loading the rest 40x10":
      #"""
     Words                             live
     › 8  Dew point
       9  Dead air
       10  On closing
       11  紙の地図を折りたたむ方法 — and w…
       …
       …
       …
       …
     1/1,200+  Loading all…       esc stop
    """#,
    "a row that is not read 40x10":
      #"""
     Words                             live
     › …
       9  Dead air
       10  On closing
       11  紙の地図を折りたたむ方法 — and w…
       …
       …
       …
       …
     1/10,000       ? help  q quit  ↵ open
    """#,
    "typing a number 40x10":
      #"""
     Words                             live
     › 8  Dew point
       9  Dead air
       10  On closing
       11  紙の地図を折りたたむ方法 — and w…
       …
       …
       …
       …
     :123        of 10,000  ↵ go  esc back
    """#,
    "typing a filter 40x10":
      #"""
     Words                             live
     › 8  Dew point
       9  Dead air
       10  On closing
       11  紙の地図を折りたたむ方法 — and w…
    ⋮4
     /           4 of 4  ↵ keep  esc clear
    """#,
    "filtering 40x10":
      #"""
     Words                             live
     › 8  Dew point
       9  Dead air
    ⋮6
     /de         2 of 4  ↵ keep  esc clear
    """#,
    "filtering what is not all there 40x10":
      #"""
     Words                             live
     › 8  Dew point
       9  Dead air
    ⋮6
     /de    2 of 1,000+  ↵ keep  esc clear
    """#,
    "filtered 40x10":
      #"""
     Words                             live
     › 8  Dew point
       9  Dead air
    ⋮6
     1/2  /de       ? help  q quit  ↵ open
    """#,
    "no match 40x10":
      #"""
     Words                             live
    ⋮1
       No match for “xyz”.
    ⋮6
     0/4  /xyz      ? help  q quit  ↵ open
    """#,
    "no match yet 40x10":
      #"""
     Words                             live
    ⋮1
       No match in 1,000 loaded. ↵ search
       the rest
    ⋮5
     /xyz   0 of 1,000+  ↵ search the rest
    """#,
    "no match yet, kept 40x10":
      #"""
     Words                             live
    ⋮1
       No match in 1,000 loaded. ↵ search
       the rest
    ⋮5
     0/1,000+  /xyz         ? help  q quit
    """#,
    "searching the rest 40x10":
      #"""
     Words                             live
    ⋮1
       No match in 1,200 loaded.
    ⋮6
     0/1,200+  Loading… 1,200  /xyz
    """#,
    "a long filter 40x10":
      #"""
     Words                             live
    ⋮1
       No match for “long long long long
       long long long long long long long
       long long long long long long long
       long long long long long long long
       long long long long long end”.
    ⋮2
     /ng long long long long long long end
    """#,
    "opening 20x4":
      #"""
     Words
    ⋮3
    """#,
    "loading 20x4":
      #"""
     Words
          Loading…
    ⋮1
     Load, pressed
    """#,
    "loading slowly 20x4":
      #"""
     Words
          Loading…
    ⋮1
     Load, busy
    """#,
    "reading slowly 20x4":
      #"""
     Words
          Loading…
    ⋮1
     Load, busy
    """#,
    "nothing to show 20x4":
      #"""
     Words
    There is nothing to…
        Cannot reach
     Load, button
    """#,
    "an empty answer 20x4":
      #"""
     Words         live
    There are no words …
    ⋮1
     Load, button
    """#,
    "typing over nothing 20x4":
      #"""
     Words
          Loading…
    ⋮1
     /qui       ↵ keep
    """#,
    "live 20x4":
      #"""
     Words         live
     › 8  Dew point
       9  Dead air
     1/4        ? help
    """#,
    "kept 20x4":
      #"""
     Words
     › 8  Dew point
       9  Dead air
     1/4        ? help
    """#,
    "kept, refreshing 20x4":
      #"""
     Words
     › 8  Dew point
       9  Dead air
     1/4        ? help
    """#,
    "live, refreshing 20x4":
      #"""
     Words         live
     › 8  Dew point
       9  Dead air
     1/4        ? help
    """#,
    "kept, and why 20x4":
      #"""
     Words
     › 8  Dew point
       9  Dead air
     1/4  Connection re…
    """#,
    "copied 20x4":
      #"""
     Words
     › 8  Dew point
       9  Dead air
     1/4  Copied.
    """#,
    "loading more 20x4":
      #"""
     Words         live
     › 8  Dew point
       9  Dead air
     1/4+  Loading more…
    """#,
    "loading the rest 20x4":
      #"""
     Words         live
     › 8  Dew point
       9  Dead air
     1/1,200+  Loading …
    """#,
    "a row that is not read 20x4":
      #"""
     Words         live
     › …
       9  Dead air
     1/10,000   ? help
    """#,
    "typing a number 20x4":
      #"""
     Words         live
     › 8  Dew point
       9  Dead air
     :123    of 10,000
    """#,
    "typing a filter 20x4":
      #"""
     Words         live
     › 8  Dew point
       9  Dead air
     /          4 of 4
    """#,
    "filtering 20x4":
      #"""
     Words         live
     › 8  Dew point
       9  Dead air
     /de        2 of 4
    """#,
    "filtering what is not all there 20x4":
      #"""
     Words         live
     › 8  Dew point
       9  Dead air
     /de   2 of 1,000+
    """#,
    "filtered 20x4":
      #"""
     Words         live
     › 8  Dew point
       9  Dead air
     1/2  /de   ? help
    """#,
    "no match 20x4":
      #"""
     Words         live
       No match for
       “xyz”.
     0/4  /xyz  ? help
    """#,
    "no match yet 20x4":
      #"""
     Words         live
       No match in
       1,000 loaded. ↵
     /xyz
    """#,
    "no match yet, kept 20x4":
      #"""
     Words         live
       No match in
       1,000 loaded. ↵
     0/1,000+  /xyz
    """#,
    "searching the rest 20x4":
      #"""
     Words         live
       No match in
       1,200 loaded.
     0/1,200+  Loading……
    """#,
    "a long filter 20x4":
      #"""
     Words         live
       No match for
       “long long long
     /ng long long end
    """#,
  ]
}
