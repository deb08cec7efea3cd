import KeyDecoder
import Terminal
import Testing

struct KeyDecoderTests {
  @Test(arguments: KeySequence.all)
  func `each sequence sent by terminals decodes to its events`(sequence: KeySequence) {
    var sut = KeyDecoder()
    #expect(sut.decode(sequence.bytes) == sequence.events)
    #expect(!sut.isPending)
    #expect(sut.decode([UInt8(ascii: "x")]) == [.key("x")], "the decoder keeps no bytes")
  }

  @Test(arguments: KeySequence.all.filter { $0.bytes.count < 100 })
  func `a sequence split at any byte decodes to the same events`(sequence: KeySequence) {
    for cut in sequence.bytes.indices {
      var sut = KeyDecoder()
      let events = sut.decode(sequence.bytes[..<cut]) + sut.decode(sequence.bytes[cut...])
      #expect(events == sequence.events, "cut at \(cut)")
    }
    var sut = KeyDecoder()
    #expect(sequence.bytes.flatMap { sut.decode([$0]) } == sequence.events, "sent byte by byte")
  }

  private static let flushes: [(String, [Key])] = [
    ("\u{1B}", [.escape]), ("\u{1B}\u{1B}", [.escape, .escape]), ("\u{1B}[", [.alt("[")]),
    ("\u{1B}\u{1B}[", [.escape, .alt("[")]),
    ("\u{1B}\u{1B}O", [.escape, .alt("O")]), ("\u{1B}O", [.alt("O")]),
    ("\u{1B}]", [.alt("]")]), ("\u{1B}P", [.alt("P")]), ("\u{1B}\u{1B}\u{1B}", [.escape, .escape, .escape]),
  ]

  @Test(arguments: flushes)
  func `a pending prefix becomes keys when flushed`(text: String, keys: [Key]) {
    var sut = KeyDecoder()
    let early = sut.decode(text.utf8)
    #expect(sut.isPending)
    #expect(early + sut.flush() == keys.map(Terminal.Event.key))
    #expect(!sut.isPending)
    #expect(sut.flush() == [])
    #expect(sut.decode("x".utf8) == [.key("x")])
  }

  @Test(arguments: ["\u{1B}[1;5", "\u{1B}[<0;1", "\u{1B}[200~te", "\u{1B}]11;rgb", "", "x"])
  func `a flush decodes nothing from an unfinished sequence`(text: String) {
    var sut = KeyDecoder()
    _ = sut.decode(text.utf8)
    #expect(!sut.isPending)
    #expect(sut.flush() == [])
  }

  @Test func `a sequence survives a flush in its middle`() {
    var sut = KeyDecoder()
    #expect(sut.decode("\u{1B}[1;".utf8) + sut.flush() + sut.decode("5A".utf8) == [.key(.control(.up))])
    #expect(sut.decode("\u{1B}[200~a".utf8) + sut.flush() + sut.decode("b\u{1B}[201~".utf8) == [.paste("ab")])
  }

  @Test func `an incomplete UTF-8 character waits for its end`() {
    var sut = KeyDecoder()
    #expect(sut.decode([0xE3, 0x81]) == [])
    #expect(!sut.isPending)
    #expect(sut.flush() == [])
    #expect(sut.decode([0x82]) == [.key("あ")])
  }

  @Test func `a paste over the limit is truncated`() {
    var sut = KeyDecoder(mostPasted: 1_000)
    #expect(sut.decode("\u{1B}[200~".utf8) == [])
    #expect(sut.decode(String(repeating: "x", count: 100_000).utf8) == [])
    #expect(sut.decode("\u{1B}[2\u{1B}[201~j".utf8) == [.paste(String(repeating: "x", count: 1_000)), .key("j")])
  }

  @Test(arguments: ["P>|", "_G", "_"])
  func `an answer of up to 512 bytes is decoded, a longer one is dropped`(start: String) {
    func answer(_ count: Int) -> [UInt8] {
      let body = String(repeating: "v", count: count - start.utf8.count - 3)
      return Array("\u{1B}\(start)\(body)\u{1B}\\".utf8)
    }
    for count in [511, 512] {
      var sut = KeyDecoder()
      #expect(sut.decode(answer(count)) == [.answer(answer(count))])
    }
    for count in [513, 514, 100_000] {
      var sut = KeyDecoder()
      #expect(sut.decode(answer(count) + Array("j".utf8)) == [.key("j")])
    }
  }

  @Test func `an unterminated answer produces no keys and ends with ctrl-c or an escape sequence`() {
    for start in ["\u{1B}_G", "\u{1B}P", "\u{1B}]"] {
      var sut = KeyDecoder()
      #expect(sut.decode((start + String(repeating: "q\r:j", count: 50_000)).utf8) == [])
      #expect(sut.flush() == [])
      var other = sut
      #expect(sut.decode("\u{3}q".utf8) == [.key(.control("c")), .key("q")])
      #expect(other.decode("\u{1B}[Aq".utf8) == [.key(.up), .key("q")])
    }
  }

  @Test func `keys typed between answers are decoded as keys`() {
    var sut = KeyDecoder()
    let events = sut.decode("j\u{1B}_Gi=31;OK\u{1B}\\k\u{1B}[6;36;18tl\u{1B}P>|x\u{1B}\\\u{1B}[?62cm".utf8)
    let keys = events.filter { if case .key = $0 { true } else { false } }
    #expect(keys == [.key("j"), .key("k"), .key("l"), .key("m")])
    #expect(events.count == 8)
  }
}
