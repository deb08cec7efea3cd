import Testing

/// The entities that a document declares itself.
struct XMLEntitiesTests {
  @Test(arguments: [
    (#"<!ENTITY x "y">"#, "&x;&x;", "yy"), ("<!ENTITY\n x\t'\"é' >", "&x;", "\"é"),
    (#"<!ENTITY x "">"#, "a&x;b", "ab"), (#"<!ENTITY x "a"><!ENTITY x "b">"#, "&x;", "a"),
    // Elements are not made, but texts.
    (#"<!ENTITY x "<b>&#60;&lt;i">"#, "&x;", "<b><<i"), (#"<!ENTITY x "AT&amp;T &copy; &#38;">"#, "&x;", "AT&T © &"),
    (#"<!ENTITY x "AT&amp"><!ENTITY y "&amp;amp;">"#, "&x;|&y;", "AT&amp|&amp;"),
    // They win over the characters of HTML, not over those of XML.
    (#"<!ENTITY copy "(c)"><!ENTITY lt "less">"#, "&copy;&lt;&eacute;", "(c)<é"),
    // One that was declared earlier is known in another.
    (#"<!ENTITY a "1"><!ENTITY b "&a;2&c;"><!ENTITY c "3">"#, "&b;", "12&c;"), (#"<!ENTITY a "&a;">"#, "&a;", "&a;"),
    (#"<!-- <!ENTITY x "y"> --><!ENTITY z "]>">"#, "&x;&z;", "&x;]>"),
    (#"<!ELEMENT a ANY><!ATTLIST a b CDATA "c"><!ENTITY x "y">"#, "&x; &b;", "y &b;"),
  ])
  func `an internal entity is replaced by its text, in elements and attributes`(
    declarations: String, reference: String, expected: String
  ) throws {
    #expect(try text("<!DOCTYPE a [\(declarations)]><a>\(reference)</a>") == expected)
    let value = try events(Array("<!DOCTYPE a [\(declarations)]><a b='\(reference)'/>".utf8)).events
    #expect(value.first == .start("a", ["b=" + expected]))
  }

  @Test(arguments: [
    #"<!ENTITY f SYSTEM "file:///etc/passwd">"#, #"<!ENTITY f PUBLIC "-//X" "http://127.0.0.1:9/x">"#,
    #"<!ENTITY f SYSTEM "x.gif" NDATA gif>"#, #"<!ENTITY % f "x">"#, #"<!ENTITY % p SYSTEM "file:///etc/passwd"> %p;"#,
    ##"<!ENTITY % p "<!ENTITY &#37; f SYSTEM 'file:///etc/passwd'>"> %p;"##,
  ])
  func `external and parameter entities are not expanded`(declarations: String) throws {
    #expect(try text("<!DOCTYPE a [\(declarations)]><a>&f;</a>") == "&f;")
  }

  @Test func `nested entities expand to at most 1,024 bytes`() throws {
    var laughs = #"<!DOCTYPE a [<!ENTITY l0 "ha">"#
    for level in 1...20 {
      laughs += "<!ENTITY l\(level) \"" + String(repeating: "&l\(level - 1);", count: 2) + "\">"
    }
    #expect(try text(laughs + "]><a>&l9;</a>") == String(repeating: "ha", count: 512))
    // An entity that would be longer is unknown.
    #expect(try text(laughs + "]><a>&l10;&l20;</a>") == "&l10;&l18;&l18;&l18;&l18;")
    for count in [1_024, 1_025] {
      let long = String(repeating: "b", count: count)
      #expect(try text("<!DOCTYPE a [<!ENTITY b \"\(long)\">]><a>&b;</a>") == (count == 1_024 ? long : "&b;"))
    }
  }

  @Test func `entities add no more than 1 MiB to a document`() throws {
    let long = String(repeating: "b", count: 1_024)
    let document = "<!DOCTYPE a [<!ENTITY b \"\(long)\">]><a>" + String(repeating: "&b;", count: 1_026) + "</a>"
    for size in [100, 1_000_000] {
      let events = try events(Array(document.utf8), pieces: size).events
      #expect(events[1] == .text(String(repeating: long, count: 1_024) + "&b;&b;"))
    }
  }

  @Test(.timeLimit(.minutes(1)))
  func `only the first document type, up to 64 KiB, declares entities`() throws {
    let many = (0..<200_000).map { "<!ENTITY e\($0) ''>" }.joined()
    #expect(try text("<!DOCTYPE a [\(many)]><a>|&e0;&e199999;|</a>") == "|&e199999;|")
    for (count, expected) in [(65_536, "bd"), (65_537, "b&c;")] {
      let spaces = String(repeating: " ", count: count - 29)
      let document = "<!DOCTYPE a [<!ENTITY a 'b'>\(spaces)<!ENTITY c 'd'>]><a>&a;&c;</a>"
      #expect(try text(document) == expected)
    }
    let types = (0..<100_000).map { "<!DOCTYPE a [<!ENTITY e\($0) 'x'>]>" }.joined()
    #expect(try text("\(types)<a>&e0;&e1;</a>") == "x&e1;")
    let open = String(repeating: "<!ENTITY e '", count: 200_000)
    #expect(try text("<!DOCTYPE a [\(open)]><a>&e;</a>") == "&e;")
    let references = "<!ENTITY e '" + String(repeating: "&", count: 60_000) + "'>"
    #expect(try text("<!DOCTYPE a [\(references)]><a>&e;</a>") == "&e;")
  }
}
