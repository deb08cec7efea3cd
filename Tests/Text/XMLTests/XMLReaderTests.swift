import Essentials
import TestSupport
import Testing
import XML

struct XMLReaderTests {
  @Test func `elements, attributes and texts come in the order of the document`() throws {
    let (events, isCut) = try events(
      Array(#"<?xml version="1.0"?><a x="1" y='2'>one<b/>two<![CDATA[<c>&amp;]]></a>"#.utf8))
    #expect(
      events == [.start("a", ["x=1", "y=2"]), .text("one"), .start("b", []), .end, .text("two<c>&amp;"), .end])
    #expect(!isCut)
  }

  @Test func `names have a namespace, and equal names have the same number`() throws {
    let document = Array(
      #"<a xmlns="urn:a" xmlns:p="urn:p"><p:b/><p:b xml:base="x" base="y"/><q:b p:base="z"/></a>"#.utf8)
    let reader = try XMLReader(.utf8)
    var names = [XMLName]()
    var bases = [String]()
    document.withUnsafeBytes { bytes in
      reader.read(bytes, isLast: true) { event in
        guard case .start(let name, let attributes) = event else { return }
        names.append(name)
        bases.append("\(attributes[xml: "base"] ?? "") \(attributes["base"] ?? "")")
      }
    }
    #expect(names.map(\.number) == [0, 1, 1, 2])
    #expect(names.map(\.space) == ["urn:a", "urn:p", "urn:p", nil])
    #expect(names.map(\.prefix) == [nil, "p", "p", "q"])
    #expect(names.map(\.local) == ["a", "b", "b", "b"])
    #expect(bases == [" ", " ", "x y", " z"])
    #expect(reader.isFinished)
  }

  @Test(arguments: [
    ("<a>AT&T</a>", "AT&T"), ("<a>x & y &; &</a>", "x & y &; &"), ("<a>&copy;&nbsp;&eacute;</a>", "©\u{A0}é"),
    ("<a>&unknown;&fjlig;&nvlt;</a>", "&unknown;fj<\u{20D2}"), ("<a>&#8217;&#x2019;&#146;</a>", "’’’"),
    ("<a>&#55357;&#56832;&#xD83D;</a>", "😀\u{FFFD}"),
    ("<a>&#0;&#x1B;|&#xFFFE;</a>", "\u{FFFD}|"),
    ("<a>1 < 2 <3 <= </ 4</a>", "1 < 2 <3 <= </ 4"), ("<a>\u{1}\u{7}b\u{8}</a>", "b"),
    ("\n\n  <?xml version='1.0'?>\n<a>b</a>", "b"), ("junk <a>b</a>", "b"),
    ("<a>&lt;&amp;&gt;&quot;&apos;</a>", "<&>\"'"),
    ("<a>&#60;&#38;amp;</a>", "<&amp;"), ("<a><!-- & <b> --->c</a>", "c"), ("<a><?php echo '<b>' ?></a>", "' ?>"),
    ("<a>b]]>c</a>", "b]]>c"), ("<a>b<!x '>c</a>", "bc"), ("<a>b<![CDATA[]]]]>c</a>", "b]]c"),
    ("<a>\u{FFFE}\u{FFFF}b</a>", "b"),
    // After errors.
    ("<a b='1' b='2'>&lt;&amp;&gt;&quot;&apos;</a>", "<&>\"'"), ("<a><br>&lt;</a>", "<"),
    ("<a b='1' b='2'> & < ]]></a>", " & < ]]>"),
  ])
  func `malformed references, tags and control characters are read as intended`(document: String, expected: String)
    throws
  {
    #expect(try text(document) == expected)
  }

  @Test(
    arguments: [
      ("<a t='vector<int> blog' u='1'/>", ["t=vector<int> blog", "u=1"]),
      ("<a t='<b>' u='<c d>&amp;<e'/>", ["t=<b>", "u=<c d>&<e"]),
      ("<a t='\u{E9} <b> &eacute; <c>'\n/>", ["t=\u{E9} <b> \u{E9} <c>"]), ("<a t='x <b>'></a>", ["t=x <b>"]),
    ] as [(String, [String])])
  func `tags in the value of an attribute are text`(document: String, attributes: [String]) throws {
    for size in [1, 5, 600, 10_000] {
      let (events, isCut) = try events(Array("<r>\(document)</r>".utf8), pieces: size)
      #expect(events == [.start("r", []), .start("a", attributes), .end, .end])
      #expect(!isCut)
    }
  }

  @Test(arguments: [
    ("<a><b>1<b>2</b>3</b>4</a>", "<a><b>1<b>2</b>3</b>4</a>"),
    ("<a><b>1<br>2<img></b>3</a>", "<a><b>1<br>2<img></img></br></b>3</a>"), ("<a>1</p>2</a>", "<a>12</a>"),
    ("<a><b><i>1</b></i>2</a>", "<a><b><i>1</i></b>2</a>"), ("<a><B>1</b>2</a>", "<a><B>1</B>2</a>"),
    ("<a><x:b>1</b>2</a>", "<a><x:b>1</x:b>2</a>"), ("<a><b x='>'/>1</b>2</a>", "<a><b></b>12</a>"),
    ("<a><b x='<'/>1</b>2</a>", "<a><b></b>12</a>"), ("<a><b>1</a>", "<a><b>1</b></a>"),
    ("<a><b x='1<c>2</c></b>3</a>", "<a><b></b><c>2</c>3</a>"), ("<a x='1<b>2</b></a>", "<a><b>2</b></a>"),
    ("<a><b x='1<c x='2'/><d/></b>3</a>", "<a><b></b><c></c><d></d>3</a>"),
    ("<a><b x='1<c y = '2'>3</c></a>", "<a><b></b><c>3</c></a>"), ("<a><b x='<i>1</i>'/>2</a>", "<a><b></b>2</a>"),
    ("<a><b x='<c>' y='<d><e>'>1</b>2</a>", "<a><b>1</b>2</a>"),
    ("<a><b <c>1</c>2</b>3</a>", "<a><b><c>1</c>2</b>3</a>"),
    ("<a></b\n>1</ b>2</c x='1'></a>", "<a>1</ b>2</a>"),
  ])
  func `an end tag closes the open elements inside its own, and a stray one is ignored`(
    document: String, expected: String
  ) throws {
    for size in [1, 5, 1_000] {
      let (events, isCut) = try events(Array(document.utf8), pieces: size)
      #expect(shown(events) == expected)
      #expect(!isCut)
    }
  }

  /// Returns events as XML.
  private func shown(_ events: [ParsedEvent]) -> String {
    var xml = ""
    var open = [String]()
    for event in events {
      switch event {
      case .start(let name, _):
        open.append(name)
        xml += "<\(name)>"
      case .end: xml += "</\(open.removeLast())>"
      case .text(let text): xml += text
      }
    }
    return xml
  }

  @Test func `100,000 stray end tags within 9,000 open elements add no event`() throws {
    let document = String(repeating: "<a>", count: 9_000) + String(repeating: "</b>", count: 100_000)
    let (events, isCut) = try events(Array(document.utf8))
    #expect(events.count == 9_000)
    #expect(isCut)
  }

  @Test func `CDATA sections in broken markup are read without a crash`() throws {
    let starts = [
      "", "<a b=", "<a b='", "<a b=\"x", "<!--", "<!-- -- ", "<?x ", "<!x ", "</a ", "</", "<", "&", "<a/", "]]>",
    ]
    let numbers = ["0", "1", "99999999999999999999", "-1", "x", ""]
    for first in starts {
      for second in starts {
        for number in numbers {
          let document = "<r><b><![CDATA[one]]>\(first)\(second)<![CDATA[\(number)]]></b><c>two</c></r>"
          let events = try events(Array(document.utf8)).events
          #expect(events.prefix(2) == [.start("r", []), .start("b", [])], "\(document)")
          guard case .text(let text) = events.dropFirst(2).first else {
            Issue.record("no text: \(document)")
            continue
          }
          #expect(text.hasPrefix("one"), "\(document)")
        }
      }
    }
  }

  @Test func `attributes without a space between them are read`() throws {
    for size in [1, 3, 1_000] {
      let document = Array(#"<r><a b="1"c='2'd="3"/><e f="g"/></r>"#.utf8)
      #expect(
        try events(document, pieces: size).events == [
          .start("r", []), .start("a", ["b=1", "c=2", "d=3"]), .end, .start("e", ["f=g"]), .end, .end,
        ])
    }
  }

  @Test(arguments: [
    (#"<a b="x?y=1&z=2&amp;w=&quot;&#38;"/>"#, #"b=x?y=1&z=2&w="&"#), (#"<a b="&eacute;&#38;amp;"/>"#, "b=é&amp;"),
    ("<a b='\n1'/>", "b= 1"), ("<a b='1 < 2 <![CDATA['/>", "b=1 < 2 <![CDATA["),
  ])
  func `character references in attributes are decoded`(document: String, expected: String) throws {
    #expect(try events(Array(document.utf8)).events.first == .start("a", [expected]))
  }

  @Test(arguments: [
    #"<!DOCTYPE a [<!ENTITY b "c"><!ELEMENT a (#PCDATA)> <!-- ' " ]> --> ]><a>d</a>"#,
    #"<!DOCTYPE a SYSTEM "http://127.0.0.1:9/none.dtd"><a>d</a>"#, "<!doctype a><a>d</a>", "<!DOCTYPE a <a>d</a>",
    "<!DOCTYPE a SYSTEM '<b>\"'><a>d</a>", "<!DOCTYPE a PUBLIC \"-//X//EN>\n<a>d</a>",
    #"<!DOCTYPE a [<!ENTITY % e SYSTEM "file:///etc/passwd"> %e;]><a>d</a>"#,
  ])
  func `document type declarations are skipped`(document: String) throws {
    #expect(try text(document) == "d")
  }

  @Test func `reading stops at a depth of 10,000 elements`() throws {
    let (events, isCut) = try events(Array(String(repeating: "<a>", count: 100_000).utf8))
    #expect(events.count == 10_000)
    let reader = try XMLReader(.utf8)
    Array(String(repeating: "<a>", count: 10_000).utf8).withUnsafeBytes { reader.read($0) { _ in } }
    #expect(!reader.isStopped)
    #expect(!reader.isFinished)
    Array("<a>          ".utf8).withUnsafeBytes { reader.read($0, isLast: true) { _ in } }
    #expect(reader.isStopped)
    #expect(isCut)
  }

  @Test(arguments: [
    (256, false, false), (257, false, true), (9_999, true, false), (10_000, true, true),
  ])
  func `reading stops at more than 256 attributes of an element or 10,000 names`(
    count: Int, isNames: Bool, isStopped: Bool
  ) throws {
    let parts = (0..<count).map { isNames ? "<n\($0)/>" : " n\($0)='>'" }.joined()
    let reader = try XMLReader(.utf8)
    Array((isNames ? "<a>\(parts)</a>" : "<a\(parts)/>").utf8).withUnsafeBytes {
      reader.read($0, isLast: true) { _ in }
    }
    #expect(reader.isStopped == isStopped)
  }

  @Test(arguments: [(9_997, false), (9_998, true)])
  func `reading stops at 10,000 names of elements and attributes`(count: Int, isStopped: Bool) throws {
    let reader = try XMLReader(.utf8)
    let elements = (0..<count).map { "<b n\($0)=''/>" }.joined()
    Array("<a>\(elements)</a>".utf8).withUnsafeBytes { reader.read($0, isLast: true) { _ in } }
    #expect(reader.isStopped == isStopped)
  }

  @Test func `reading stops at too many open namespace declarations, and closed ones do not count`() throws {
    func isStopped(_ text: String) throws -> Bool {
      let reader = try XMLReader(.utf8)
      Array(text.utf8).withUnsafeBytes { reader.read($0, isLast: true) { _ in } }
      return reader.isStopped
    }
    let spaces = (0..<200).map { "xmlns:n\($0)='u'" }.joined(separator: " ")
    #expect(try !isStopped("<a>" + String(repeating: "<b \(spaces)>", count: 5)))
    #expect(try isStopped("<a>" + String(repeating: "<b \(spaces)>", count: 6)))
    #expect(try !isStopped("<a>" + String(repeating: "<b \(spaces)/>", count: 100) + "</a>"))
  }

  @Test func `a CDATA section of 15 MB is read in full`() throws {
    let text = String(repeating: "x] ]>", count: 3_000_000)
    let document = Array("<a><b><![CDATA[\(text)]]></b><c>d</c></a>".utf8)
    let (events, isCut) = try events(document, pieces: 1 << 18)
    #expect(
      events.map { if case .text(let text) = $0 { text.utf8.count } else { 0 } } == [0, 0, 15_000_000, 0, 0, 1, 0, 0])
    #expect(!isCut)
  }

  @Test func `many CDATA sections stay in order between texts and elements, in pieces of any size`() throws {
    let items = (0..<30).map { "<b> t\($0) <![CDATA[\($0)]]><![CDATA[]]><![CDATA[<i>\($0)</i> é]]>&amp;u</b>" }.joined()
    let expected = (0..<30).flatMap {
      [.start("b", []), .text(" t\($0) \($0)<i>\($0)</i> é&u"), .end] as [ParsedEvent]
    }
    for size in [1, 7, 64, 100, 10_000] {
      let (events, isCut) = try events(Array("<a>\(items)</a>".utf8), pieces: size)
      #expect(events == [.start("a", [])] + expected + [.end])
      #expect(!isCut)
    }
  }

  @Test func `wrong bytes and control characters in CDATA are replaced and removed`() throws {
    let document = Array("<a><![CDATA[é".utf8) + [0xFF, 0x01, 0xC3] + Array("y]]>z</a>".utf8)
    for size in [1, 3, 100] {
      let (events, _) = try events(document, charset: "utf-8", pieces: size)
      #expect(events == [.start("a", []), .text("é\u{FFFD}\u{FFFD}yz"), .end])
    }
  }

  @Test(
    arguments: [
      ("<a>w<![CDATA[x]]><!-- y --></a>", nil, ["a"], "wx"),
      ("<a><![CDATA[z<c>d</c></a>", XMLClosed(sections: 0), ["a", "c"], "zd"),
      ("<a><![CDATA[x]]><b/><![CDATA[y]]><![CDATA[z<c>d</c></a>", XMLClosed(sections: 2), ["a", "b", "c"], "xyzd"),
      ("<a>x<!-- y<b>z<![CDATA[w]]></b></a>", XMLClosed(comments: 0), ["a", "b"], "x yzw"),
      ("<!-- x --><!-- y --><a>z<!--<b/><!-- w</a>", XMLClosed(comments: 2), ["a", "b"], "z w"),
    ] as [(String, XMLClosed?, [String], String)])
  func `a CDATA section or comment without an end is reported, and read as markup the second time`(
    document: String, closed: XMLClosed?, names: [String], text: String
  ) throws {
    var read: (names: [String], text: String) = ([], "")
    func reader(_ closed: XMLClosed) throws -> XMLReader {
      let reader = try XMLReader(.utf8, closed: closed)
      read = ([], "")
      Array(document.utf8).withUnsafeBytes { bytes in
        reader.read(bytes, isLast: true) { event in
          switch event {
          case .start(let name, _): read.names.append(name.local)
          case .end: break
          case .text(let bytes): read.text += String(decoding: bytes, as: UTF8.self)
          }
        }
      }
      return reader
    }
    #expect(try reader(XMLClosed()).closed == closed)
    #expect(try reader(closed ?? XMLClosed()).closed == nil)
    #expect(read.names == names)
    #expect(read.text == text)
  }

  @Test func `CDATA outside the root is ignored, and CDATA in a broken tag loses no later text`() throws {
    #expect(try events(Array("<![CDATA[x]]><a>y</a><![CDATA[z]]>".utf8)).events == [.start("a", []), .text("y"), .end])
    let broken = try events(Array("<a><b c='<![CDATA[x]]>'><d>e<![CDATA[f]]></d></a>".utf8)).events
    #expect(broken.contains(.text("ef")))
  }

  @Test func `a cut document is reported as cut, after its complete elements`() throws {
    let (events, isCut) = try events(Array("<a><b>one</b><b>tw".utf8))
    #expect(events.prefix(4) == [.start("a", []), .start("b", []), .text("one"), .end])
    #expect(isCut)
  }

  @Test func `a document is read the same in pieces of any size`() throws {
    let document = Array(
      """
      \u{FEFF}<?xml version="1.0" encoding="UTF-8"?><!DOCTYPE a [<!ENTITY x "y">]><!-- c --><a b="1&amp;2&nbsp;é&x;">x&hellip;&x;
      <c>水 &amp; 火 & 😀</c><![CDATA[ ]] ]> &lt; ]]>\u{3}<d/>&bad; &#x1F600;</a>
      """.utf8)
    let whole = try events(document).events
    for size in 1...40 { #expect(try events(document, pieces: size).events == whole, "\(size)") }
  }

  @Test func `randomly damaged documents are read to an end`() throws {
    let document = Array(
      #"<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b "c">]><a><b c="d&amp;é">x<![CDATA[<y>]]></b><!-- z -->&nbsp;</a>"#
        .utf8)
    var random = SeededGenerator(seed: 26)
    for _ in 0..<3_000 {
      var bytes = document
      for _ in 0..<Int.random(in: 1...4, using: &random) where !bytes.isEmpty {
        let index = Int.random(in: 0..<bytes.count, using: &random)
        switch Int.random(in: 0..<4, using: &random) {
        case 0: bytes[index] = UInt8.random(in: 0...255, using: &random)
        case 1: bytes.removeSubrange(index..<min(bytes.count, index + 5))
        case 2: bytes.insert(contentsOf: bytes[index...].prefix(20), at: index)
        default: bytes = Array(bytes[..<index])
        }
      }
      let whole = try events(bytes)
      #expect(whole.events.count < 100)
    }
  }

  @Test func `without libxml2 the error names the package to install`() throws {
    #expect(throws: XMLUnavailable(libraries: ["libnone.so"])) { try XMLReader(.utf8, libraries: ["libnone.so"]) }
    #expect("\(XMLUnavailable(libraries: ["libnone.so"]))".contains("install the package libxml2"))
  }
}
