import Terminal

/// Bytes that a terminal sends, and the events they mean.
struct KeySequence: CustomStringConvertible, Sendable {
  var bytes: [UInt8]
  var events: [Terminal.Event]

  init(_ bytes: [UInt8], _ events: [Terminal.Event]) {
    self.bytes = bytes
    self.events = events
  }
  init(_ text: String, _ key: Key) { self.init(Array(text.utf8), [.key(key)]) }
  init(_ text: String, _ events: Terminal.Event...) { self.init(Array(text.utf8), events) }

  static func answer(_ text: String) -> Self { Self(text, .answer(Array(text.utf8))) }

  var description: String { "\(String(decoding: bytes, as: UTF8.self).debugDescription)" }

  static let typed: [Self] = [
    .init("a", "a"), .init("G", "G"), .init(" ", " "), .init("~", "~"), .init("é", "é"), .init("日", "日"),
    .init("😀", "😀"),
    .init("\r", .enter), .init("\n", .enter), .init("\t", .tab), .init("\u{7F}", .backspace),
    .init("\u{8}", .backspace),
    .init("\u{1}", .control("a")), .init("\u{3}", .control("c")), .init("\u{1A}", .control("z")),
    .init("\0", .control(" ")), .init("\u{1C}", .control("\\")), .init("\u{1D}", .control("]")),
    .init("\u{1E}", .control("^")), .init("\u{1F}", .control("_")),
    .init("\u{1B}a", .alt("a")), .init("\u{1B}é", .alt("é")), .init("\u{1B}\r", .alt(.enter)),
    .init("\u{1B}\u{7F}", .alt(.backspace)), .init("\u{1B}\u{4}", .alt(.control("d"))), .init("\u{1B} ", .alt(" ")),
    .init("ab", .key("a"), .key("b")), .init("e\u{301}", .key("e"), .key("\u{301}")),
  ]

  static let xterm: [Self] = [
    .init("\u{1B}[A", .up), .init("\u{1B}[B", .down), .init("\u{1B}[C", .right), .init("\u{1B}[D", .left),
    .init("\u{1B}[H", .home), .init("\u{1B}[F", .end), .init("\u{1B}[Z", .shift(.tab)),
    .init("\u{1B}OA", .up), .init("\u{1B}OB", .down), .init("\u{1B}OC", .right), .init("\u{1B}OD", .left),
    .init("\u{1B}OH", .home), .init("\u{1B}OF", .end),
    .init("\u{1B}OP", .function(1)), .init("\u{1B}OQ", .function(2)), .init("\u{1B}OR", .function(3)),
    .init("\u{1B}OS", .function(4)), .init("\u{1B}[P", .function(1)), .init("\u{1B}[R", .function(3)),
    .init("\u{1B}[1;2A", .shift(.up)), .init("\u{1B}[1;3B", .alt(.down)), .init("\u{1B}[1;5C", .control(.right)),
    .init("\u{1B}[1;6D", .control(.shift(.left))), .init("\u{1B}[1;8H", Key(.home, [.shift, .alt, .control])),
    .init("\u{1B}[1;5F", .control(.end)), .init("\u{1B}[1;2P", .shift(.function(1))),
    .init("\u{1B}[1;5R", .control(.function(3))), .init("\u{1B}[5;5~", .control(.pageUp)),
    .init("\u{1B}[3;2~", .shift(.delete)), .init("\u{1B}[24;5~", .control(.function(12))),
    .init("\u{1B}[1;9A", Key(.up, .command)), .init("\u{1B}O5A", .control(.up)),
    .init("\u{1B}O1;2P", .shift(.function(1))),
    .init("\u{1B}[27;5;13~", .control(.enter)), .init("\u{1B}[27;6;65~", .control(.shift("a"))),
    .init("\u{1B}[27;2;65~", "A"), .init("\u{1B}[27;5;105~", .control("i")), .init("\u{1B}[27;2;13~", .shift(.enter)),
    .init("\u{1B}[27;3;120~", .alt("x")), .init("\u{1B}[27;5;9~", .control(.tab)),
  ]

  static let numbered: [Self] = {
    let keys: [(Int, Key)] = [
      (1, .home), (2, Key(.insert)), (3, .delete), (4, .end), (5, .pageUp), (6, .pageDown), (7, .home), (8, .end),
      (11, .function(1)), (12, .function(2)), (13, .function(3)), (14, .function(4)), (15, .function(5)),
      (17, .function(6)), (18, .function(7)), (19, .function(8)), (20, .function(9)), (21, .function(10)),
      (23, .function(11)), (24, .function(12)), (25, .function(13)), (26, .function(14)), (28, .function(15)),
      (29, .function(16)), (31, .function(17)), (32, .function(18)), (33, .function(19)), (34, .function(20)),
    ]
    return keys.flatMap { number, key in
      [
        Self("\u{1B}[\(number)~", key), Self("\u{1B}[\(number);2~", .shift(key)),
        Self("\u{1B}[\(number)$", .shift(key)), Self("\u{1B}[\(number)^", .control(key)),
        Self("\u{1B}[\(number)@", .control(.shift(key))), Self("\u{1B}\u{1B}[\(number)~", .alt(key)),
      ]
    }
  }()

  static let consoles: [Self] = [
    .init("\u{1B}[[A", .function(1)), .init("\u{1B}[[E", .function(5)), .init("\u{1B}[[Z"),
    .init("\u{1B}[a", .shift(.up)), .init("\u{1B}[b", .shift(.down)), .init("\u{1B}[c", .shift(.right)),
    .init("\u{1B}[d", .shift(.left)), .init("\u{1B}Oa", .control(.up)), .init("\u{1B}Od", .control(.left)),
    .init("\u{1B}\u{1B}[A", .alt(.up)), .init("\u{1B}\u{1B}OB", .alt(.down)),
    .init("\u{1B}OM", .enter), .init("\u{1B}Oj", "*"), .init("\u{1B}Ok", "+"), .init("\u{1B}Om", "-"),
    .init("\u{1B}On", "."), .init("\u{1B}Oo", "/"), .init("\u{1B}Op", "0"), .init("\u{1B}Oy", "9"),
    .init("\u{1B}OX", "="),
    .init("\u{1B}OE"), .init("\u{1B}Oz", .key(.alt("O")), .key("z")),
  ]

  /// Keys as terminals send them if they are configured to tell all of them apart.
  static let unicode: [Self] = [
    .init("\u{1B}[97u", "a"), .init("\u{1B}[97;5u", .control("a")), .init("\u{1B}[97;6u", .control(.shift("a"))),
    .init("\u{1B}[65;5u", .control("a")), .init("\u{1B}[97;3u", .alt("a")), .init("\u{1B}[97;2u", "A"),
    .init("\u{1B}[33;2u", "!"), .init("\u{1B}[223;2u", "ß"),
    .init("\u{1B}[1094;5u", .control("ц")), .init("\u{1B}[1094u", "ц"),
    .init("\u{1B}[13u", .enter), .init("\u{1B}[27u", .escape), .init("\u{1B}[9;2u", .shift(.tab)),
    .init("\u{1B}[127;5u", .control(.backspace)), .init("\u{1B}[27;5u", .control(.escape)),
    .init("\u{1B}[32;5u", .control(" ")),
    .init("\u{1B}[105;5u", .control("i")), .init("\u{1B}[97;9u", Key(.character("a"), .command)),
    .init("\u{1B}[1114112u"), .init("\u{1B}[55296u"), .init("\u{1B}[1u"), .init("\u{1B}[u"), .init("\u{1B}[?1u"),
    .init("\u{1B}[155u"), .init("\u{1B}[57414u"), .init("\u{1B}[57428;5u"),
    // The kitty keyboard protocol, which the program never enables, sends more in sub-parameters.
    .init("\u{1B}[97:65;2u"), .init("\u{1B}[97;1:3u"), .init("\u{1B}[1;1:3A"), .init("\u{1B}[3;1:3~"),
  ]

  static let mouse: [Self] = [
    .init("\u{1B}[<0;1;1M", .mouse(.init(.press, column: 0, row: 0))),
    .init("\u{1B}[<0;300;400M", .mouse(.init(.press, column: 299, row: 399))),
    .init("\u{1B}[<64;3;4M", .mouse(.init(.scrollUp, column: 2, row: 3))),
    .init("\u{1B}[<65;3;4M", .mouse(.init(.scrollDown, column: 2, row: 3))),
    .init("\u{1B}[<20;3;4M", .mouse(.init(.press, column: 2, row: 3))),
    .init("\u{1B}[<72;3;4M", .mouse(.init(.scrollUp, column: 2, row: 3))),
    .init("\u{1B}[<0;0;0M", .mouse(.init(.press, column: 0, row: 0))),
    .init("\u{1B}[<0;10;5m"), .init("\u{1B}[<1;3;4M"), .init("\u{1B}[<2;3;4M"), .init("\u{1B}[<3;3;4M"),
    .init("\u{1B}[<32;3;4M"), .init("\u{1B}[<35;3;4M"), .init("\u{1B}[<66;3;4M"), .init("\u{1B}[<67;3;4M"),
    .init("\u{1B}[<128;3;4M"), .init("\u{1B}[<64;3;4m"), .init("\u{1B}[<0:1;3;4M"),
    .init("\u{1B}[<0;1M"), .init("\u{1B}[<;;M"), .init("\u{1B}[M !!"), .init("\u{1B}[32;10;10M"),
    .init(Array("\u{1B}[M".utf8) + [0x60, 0xFF, 0xE3], []),
  ]

  static let answers: [Self] = [
    .init("\u{1B}[I"), .init("\u{1B}[O"),
    .init("\u{1B}[?2026;1$y", .synchronizedOutput(true)), .init("\u{1B}[?2026;2$y", .synchronizedOutput(true)),
    .init("\u{1B}[?2026;0$y", .synchronizedOutput(false)), .init("\u{1B}[?2026;4$y", .synchronizedOutput(false)),
    .init("\u{1B}[?2004;1$y"), .init("\u{1B}[4;2$y"), .answer("\u{1B}[?62;22;52c"), .answer("\u{1B}[?c"),
    .init("\u{1B}[>41;377;0c"),
    .init("\u{1B}[=1c"),
    .init("\u{1B}[0n"), .init("\u{1B}[24;80R"), .init("\u{1B}[1;80R"), .init("\u{1B}[?24;80R"),
    .answer("\u{1B}[8;24;80t"), .answer("\u{1B}[6;36;18t"), .init("\u{1B}[?6;36;18t"), .init("\u{1B}[1 t"),
    .answer("\u{1B}]11;rgb:1e1e/1e1e/1e1e\u{7}"), .answer("\u{1B}]11;rgb:1e1e/1e1e/1e1e\u{1B}\\"),
    .answer("\u{1B}P>|XTerm(377)\u{1B}\\"), .answer("\u{1B}P1+r524742=8\u{1B}\\"),
    .answer("\u{1B}_Gi=31;OK\u{1B}\\"), .init("\u{1B}_Gi=31;OK\u{7}"), .init("\u{1B}_Gi=31;OK\u{18}"),
    .init("\u{1B}_Gi=31;O\u{3}", .control("c")), .init("\u{1B}_Gi=31;O\u{1B}[A", .up),
    .init("\u{1B}_G\u{1B}_Gi=31;OK\u{1B}\\", .answer(Array("\u{1B}_Gi=31;OK\u{1B}\\".utf8))),
    .init(
      Array("\u{1B}P".utf8) + [0xFF, 0x80] + Array("\u{1B}\\".utf8),
      [.answer(Array("\u{1B}P".utf8) + [0xFF, 0x80, 0x1B, 0x5C])]),
    .init("\u{1B}^x\u{1B}\\"), .init("\u{1B}Xx\u{1B}\\"), .init("\u{1B}]0;quit\u{3}", .control("c")),
    .init("\u{1B}]0;cut\u{18}q", "q"), .init("\u{1B}]0;cut\u{1B}[A", .up),
    .init("\u{1B}[999;999;999z"), .init("\u{1B}[1;2;3;4;5 q"), .init("\u{1B}[>1;2!p"), .init("\u{1B}[E"),
    .init("\u{1B}[99~"),
    .init("\u{1B}[201~"), .init("\u{1B}[12\u{3}", .control("c")), .init("\u{1B}[12\u{1B}[A", .up),
    .init("\u{1B}[12é", "é"),
    .init("\u{1B}[\u{3}", .key(.alt("[")), .key(.control("c"))), .init("\u{1B}[\u{1B}[A", .key(.alt("[")), .key(.up)),
    .init("\u{1B}[" + String(repeating: "1;", count: 5_000) + "Aj", "j"),
  ]

  static let pastes: [Self] = [
    .init("\u{1B}[200~text\u{1B}[201~", .paste("text")), .init("\u{1B}[200~\u{1B}[201~", .paste("")),
    .init(
      "\u{1B}[200~q\r\n\u{3}\t\u{1B}\u{1B}[A\u{1B}[200~\u{1B}[201\u{1B}[201~j",
      .paste("q\r\n\u{3}\t\u{1B}\u{1B}[A\u{1B}[200~\u{1B}[201"), .key("j")),
    .init("\u{1B}[200~日本😀\u{1B}[201~", .paste("日本😀")),
    .init(Array("\u{1B}[200~a".utf8) + [0xFF, 0xE3] + Array("\u{1B}[201~".utf8), [.paste("a\u{FFFD}\u{FFFD}")]),
  ]

  static let broken: [Self] = [
    .init([0xFF], [.key("\u{FFFD}")]), .init([0x80], [.key("\u{FFFD}")]),
    .init([0xC0, 0xAF], [.key("\u{FFFD}"), .key("\u{FFFD}")]),
    .init([0xE3, 0x81, 0x61], [.key("\u{FFFD}"), .key("a")]),
    .init([0xE3, 0xE3, 0x81, 0x82], [.key("\u{FFFD}"), .key("あ")]),
    .init([0xED, 0xA0, 0x80], [.key("\u{FFFD}"), .key("\u{FFFD}"), .key("\u{FFFD}")]),
    .init([0xF4, 0x90, 0x61], [.key("\u{FFFD}"), .key("\u{FFFD}"), .key("a")]),
    .init([0x1B, 0xFF], [.key(.alt("\u{FFFD}"))]), .init([0xC2, 0x9B, 0x41], [.key("A")]),
    .init([0xF0, 0x9F, 0x1B, 0x5B, 0x41], [.key("\u{FFFD}"), .key(.up)]),
  ]

  static let all = typed + xterm + numbered + consoles + unicode + mouse + answers + pastes + broken
}
