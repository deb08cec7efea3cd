import KeyDecoder
import Terminal
import Testing

struct KeyDecoderTests {
  @Test(arguments: Sent.all)
  func `a sequence means what the terminals mean by it`(sequence: Sent) {
    var sut = KeyDecoder()
    #expect(sut.list(sequence.bytes) == sequence.events)
    #expect(!sut.isPending)
    #expect(sut.list([UInt8(ascii: "x")]) == [.key("x")], "the decoder keeps no bytes")
  }

  @Test(arguments: Sent.all.filter { $0.bytes.count < 100 })
  func `a sequence means the same wherever it is cut`(sequence: Sent) {
    for cut in sequence.bytes.indices {
      var sut = KeyDecoder()
      let events = sut.list(sequence.bytes[..<cut]) + sut.list(sequence.bytes[cut...])
      #expect(events == sequence.events, "cut at \(cut)")
    }
    var sut = KeyDecoder()
    #expect(sequence.bytes.flatMap { sut.list([$0]) } == sequence.events, "sent byte by byte")
  }

  private static let flushes: [(String, [Key])] = [
    ("\u{1B}", [.escape]), ("\u{1B}\u{1B}", [.escape, .escape]), ("\u{1B}[", [.alt("[")]),
    ("\u{1B}\u{1B}[", [.escape, .alt("[")]),
    ("\u{1B}\u{1B}O", [.escape, .alt("O")]), ("\u{1B}O", [.alt("O")]),
    ("\u{1B}]", [.alt("]")]), ("\u{1B}P", [.alt("P")]), ("\u{1B}\u{1B}\u{1B}", [.escape, .escape, .escape]),
  ]

  @Test(arguments: flushes)
  func `what may be a key is one when nothing follows`(text: String, keys: [Key]) {
    var sut = KeyDecoder()
    let early = sut.list(text.utf8)
    #expect(sut.isPending)
    #expect(early + sut.flush() == keys.map(Terminal.Event.key))
    #expect(!sut.isPending)
    #expect(sut.flush() == [])
    #expect(sut.list("x".utf8) == [.key("x")])
  }

  @Test(arguments: ["\u{1B}[1;5", "\u{1B}[<0;1", "\u{1B}[200~te", "\u{1B}]11;rgb", "", "x"])
  func `what has more than begun is waited for`(text: String) {
    var sut = KeyDecoder()
    _ = sut.list(text.utf8)
    #expect(!sut.isPending)
    #expect(sut.flush() == [])
  }

  @Test func `a sequence survives a flush in its middle`() {
    var sut = KeyDecoder()
    #expect(sut.list("\u{1B}[1;".utf8) + sut.flush() + sut.list("5A".utf8) == [.key(.control(.up))])
    #expect(sut.list("\u{1B}[200~a".utf8) + sut.flush() + sut.list("b\u{1B}[201~".utf8) == [.paste("ab")])
  }

  @Test func `half of a character is given up only when asked`() {
    var sut = KeyDecoder()
    #expect(sut.list([0xE3, 0x81]) == [])
    #expect(!sut.isPending)
    #expect(sut.flush() == [.key("\u{FFFD}")])
  }

  @Test func `an endless paste is cut`() {
    var sut = KeyDecoder(mostPasted: 1_000)
    #expect(sut.list("\u{1B}[200~".utf8) == [])
    #expect(sut.list(String(repeating: "x", count: 100_000).utf8) == [])
    #expect(sut.list("\u{1B}[2\u{1B}[201~j".utf8) == [.paste(String(repeating: "x", count: 1_000)), .key("j")])
  }

  @Test(arguments: ["P>|", "_G", "_"])
  func `an answer has at most 512 bytes, of a longer one nothing is kept`(start: String) {
    func answer(_ count: Int) -> [UInt8] {
      let body = String(repeating: "v", count: count - start.utf8.count - 3)
      return Array("\u{1B}\(start)\(body)\u{1B}\\".utf8)
    }
    for count in [511, 512] {
      var sut = KeyDecoder()
      #expect(sut.list(answer(count)) == [.answer(answer(count))])
    }
    for count in [513, 514, 100_000] {
      var sut = KeyDecoder()
      #expect(sut.list(answer(count) + Array("j".utf8)) == [.key("j")])
    }
  }

  @Test func `an endless answer becomes no keys, and ctrl-c and the escape key get out of it`() {
    for start in ["\u{1B}_G", "\u{1B}P", "\u{1B}]"] {
      var sut = KeyDecoder()
      #expect(sut.list((start + String(repeating: "q\r:j", count: 50_000)).utf8) == [])
      #expect(sut.flush() == [])
      var other = sut
      #expect(sut.list("\u{3}q".utf8) == [.key(.control("c")), .key("q")])
      #expect(other.list("\u{1B}[Aq".utf8) == [.key(.up), .key("q")])
    }
  }

  @Test func `keys typed around answers are keys`() {
    var sut = KeyDecoder()
    let events = sut.list("j\u{1B}_Gi=31;OK\u{1B}\\k\u{1B}[6;36;18tl\u{1B}P>|x\u{1B}\\\u{1B}[?62cm".utf8)
    let keys = events.filter { if case .key = $0 { true } else { false } }
    #expect(keys == [.key("j"), .key("k"), .key("l"), .key("m")])
    #expect(events.count == 8)
  }
}
