/// Written by the program, and looked at.
enum Golden {
  static let frames: [String: String] = [
    "comics 120x40":
      #"""
     Comics                                                                                                            live
     › 1000 ★ 2009-07-21  Wood␛[2Jpecker �31m
        999   Cannot reach http://localhost:8000 (connection refused). ↵ try again
        998               紙の地図を折りたたむ方法 — and what the creases remember of the road, and of the map
          7   2009-07-08  A family 👨‍👩‍👧‍👦, a flag 🇯🇵
          3 ★ Not kept yet. ↵ load
          2   X␛]0;y␇. The server points elsewhere: cannot reach http://long.long.long.long.long.long.long.long… ↵ try again
    ⋮32
     1/6                                                                        ? help  q quit  ↵ open  / filter  r reload
    """#,
    "comics 1x1":
      #"""
    …
    """#,
    "comics 40x10":
      #"""
     Comics                            live
     › 1000 ★ Wood␛[2Jpecker �31m
        999   Connection refuse… ↵ try again
        998   紙の地図を折りたたむ方法 — an…
          7   A family 👨‍👩‍👧‍👦, a flag 🇯🇵
          3 ★ Not kept yet. ↵ load
          2   X␛]0;y␇. The serv… ↵ try again
    ⋮2
     1/6  ? help  q quit  ↵ open  / filter
    """#,
    "comics 80x24":
      #"""
     Comics                                                                    live
     › 1000 ★ 2009-07-21  Wood␛[2Jpecker �31m
        999   Cannot reach http://localhost:8000 (connection refused). ↵ try again
        998               紙の地図を折りたたむ方法 — and what the creases remember …
          7   2009-07-08  A family 👨‍👩‍👧‍👦, a flag 🇯🇵
          3 ★ Not kept yet. ↵ load
          2   X␛]0;y␇. The server points elsewhere: cannot reach http:/… ↵ try again
    ⋮16
     1/6                                ? help  q quit  ↵ open  / filter  r reload
    """#,
    "no bookmarks 120x40":
      #"""
     Comics › Bookmarked
    ⋮16
                                              There are no bookmarked comics yet.
                                  b on a comic bookmarks it, and keeps it with its picture for
                                                offline use. B shows all comics.
    ⋮19
                                                                                                            ? help  q quit
    """#,
    "no bookmarks 1x1":
      #"""
    …
    """#,
    "no bookmarks 40x10":
      #"""
     Comics › Bookmarked
    ⋮1
      There are no bookmarked comics yet.
      b on a comic bookmarks it, and keeps
      it with its picture for offline use.
              B shows all comics.
    ⋮3
                            ? help  q quit
    """#,
    "no bookmarks 80x24":
      #"""
     Comics › Bookmarked
    ⋮8
                          There are no bookmarked comics yet.
              b on a comic bookmarks it, and keeps it with its picture for
                            offline use. B shows all comics.
    ⋮11
                                                                    ? help  q quit
    """#,
    "trying again 120x40":
      #"""
     Comics                                                                                                            live
     › 1000 ★ 2009-07-21  Wood␛[2Jpecker �31m
        999   Cannot reach http://localhost:8000 (connection refused). ↵ try again
        998               紙の地図を折りたたむ方法 — and what the creases remember of the road, and of the map
          7   2009-07-08  A family 👨‍👩‍👧‍👦, a flag 🇯🇵
          3 ★ Not kept yet. ↵ load
          2   X␛]0;y␇. The server points elsewhere: cannot reach http://long.long.long.long.long.long.long.long… ↵ try again
    ⋮32
     1/6  Trying again…                                                         ? help  q quit  ↵ open  / filter  r reload
    """#,
    "trying again 1x1":
      #"""
    …
    """#,
    "trying again 40x10":
      #"""
     Comics                            live
     › 1000 ★ Wood␛[2Jpecker �31m
        999   Connection refuse… ↵ try again
        998   紙の地図を折りたたむ方法 — an…
          7   A family 👨‍👩‍👧‍👦, a flag 🇯🇵
          3 ★ Not kept yet. ↵ load
          2   X␛]0;y␇. The serv… ↵ try again
    ⋮2
     1/6  Trying again…     ? help  q quit
    """#,
    "trying again 80x24":
      #"""
     Comics                                                                    live
     › 1000 ★ 2009-07-21  Wood␛[2Jpecker �31m
        999   Cannot reach http://localhost:8000 (connection refused). ↵ try again
        998               紙の地図を折りたたむ方法 — and what the creases remember …
          7   2009-07-08  A family 👨‍👩‍👧‍👦, a flag 🇯🇵
          3 ★ Not kept yet. ↵ load
          2   X␛]0;y␇. The server points elsewhere: cannot reach http:/… ↵ try again
    ⋮16
     1/6  Trying again…                 ? help  q quit  ↵ open  / filter  r reload
    """#,
    "typing a number 120x40":
      #"""
     Comics                                                                                                            live
     › 1000 ★ 2009-07-21  Wood␛[2Jpecker �31m
        999   Cannot reach http://localhost:8000 (connection refused). ↵ try again
        998               紙の地図を折りたたむ方法 — and what the creases remember of the road, and of the map
          7   2009-07-08  A family 👨‍👩‍👧‍👦, a flag 🇯🇵
          3 ★ Not kept yet. ↵ load
          2   X␛]0;y␇. The server points elsewhere: cannot reach http://long.long.long.long.long.long.long.long… ↵ try again
    ⋮32
     #61                                                                                                    ↵ go  esc back
    """#,
    "typing a number 1x1":
      #"""
    …
    """#,
    "typing a number 40x10":
      #"""
     Comics                            live
     › 1000 ★ Wood␛[2Jpecker �31m
        999   Connection refuse… ↵ try again
        998   紙の地図を折りたたむ方法 — an…
          7   A family 👨‍👩‍👧‍👦, a flag 🇯🇵
          3 ★ Not kept yet. ↵ load
          2   X␛]0;y␇. The serv… ↵ try again
    ⋮2
     #61                    ↵ go  esc back
    """#,
    "typing a number 80x24":
      #"""
     Comics                                                                    live
     › 1000 ★ 2009-07-21  Wood␛[2Jpecker �31m
        999   Cannot reach http://localhost:8000 (connection refused). ↵ try again
        998               紙の地図を折りたたむ方法 — and what the creases remember …
          7   2009-07-08  A family 👨‍👩‍👧‍👦, a flag 🇯🇵
          3 ★ Not kept yet. ↵ load
          2   X␛]0;y␇. The server points elsewhere: cannot reach http:/… ↵ try again
    ⋮16
     #61                                                            ↵ go  esc back
    """#,
  ]
}
