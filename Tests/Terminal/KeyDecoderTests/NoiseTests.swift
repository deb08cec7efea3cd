import KeyDecoder
import Terminal
import TerminalTestSupport
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5)))
struct NoiseTests {
  /// Bytes for random input. Those with a meaning to the decoder are frequent.
  private static let alphabet =
    Array("\u{1B}\u{1B}\u{1B}[[O]P<;;:?$~MuABR01234567890\\\u{7}\u{3}aéx".utf8) + [0x80, 0xE3, 0xFF]

  private func noise(_ generator: inout SeededGenerator) -> [UInt8] {
    (0..<Int.random(in: 1...64, using: &generator)).map { _ in
      Bool.random(using: &generator)
        ? Self.alphabet.randomElement(using: &generator) ?? 0 : UInt8.random(in: 0...255, using: &generator)
    }
  }

  @Test func `random bytes decode to the same events wherever they are split`() {
    var generator = SeededGenerator(seed: 2_026)
    for _ in 0..<10_000 {
      let bytes = noise(&generator)
      var whole = KeyDecoder()
      var cut = KeyDecoder()
      let index = Int.random(in: 0...bytes.count, using: &generator)
      let expected = whole.decode(bytes)
      let events = cut.decode(bytes[..<index]) + cut.decode(bytes[index...])
      guard events == expected, expected.count <= bytes.count else {
        Issue.record("\(bytes) cut at \(index)")
        return
      }
    }
  }

  @Test func `a key is decoded again once random bytes are ended by paste ends and cancels`() {
    var generator = SeededGenerator(seed: 7)
    for _ in 0..<2_000 {
      let bytes = noise(&generator)
      var sut = KeyDecoder()
      _ = sut.decode(bytes)
      _ = sut.decode("\u{1B}[201~\u{18}".utf8)
      _ = sut.decode("\u{1B}[201~\u{18}".utf8)
      guard sut.decode("j".utf8) == [.key("j")] else {
        Issue.record("\(bytes)")
        return
      }
    }
  }
}
