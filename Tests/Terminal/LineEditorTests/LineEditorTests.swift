import LineEditor
import Terminal
import TestSupport
import Testing

struct LineEditorTests {
  /// Returns the line after some keys, with a bar at the cursor.
  func line(_ start: String = "", _ keys: Key...) -> String {
    var sut = LineEditor(start)
    for key in keys { LineEdit(key).map { sut.apply($0) } }
    return sut.before + "|" + sut.after
  }

  @Test func `typed text is inserted at the cursor`() {
    #expect(line("", "a", "b") == "ab|")
    #expect(line("ac", .left, "b") == "ab|c")
    #expect(line("bc", .home, "a") == "a|bc")
  }

  @Test func `the cursor moves by characters and stops at both ends`() {
    #expect(line("e\u{301}👨‍👩‍👧x", .left, .left) == "e\u{301}|👨‍👩‍👧x")
    #expect(line("ab", .left, .left, .left) == "|ab")
    #expect(line("ab", .control("a"), .right, .right, .right) == "ab|")
    #expect(line("ab", .control("a"), .control("f"), .control("b")) == "|ab")
    #expect(line("ab", .home, .control("e")) == "ab|")
  }

  @Test func `word keys move the cursor by words of letters and digits`() {
    #expect(line("buy 2l, milk!", .alt("b")) == "buy 2l, |milk!")
    #expect(line("buy 2l, milk!", .alt("b"), .control(.left)) == "buy |2l, milk!")
    #expect(line("a b", .alt(.left), .alt(.left), .alt(.left)) == "|a b")
    #expect(line(" a-b c", .home, .alt("f")) == " a|-b c")
    #expect(line(" a-b c", .home, .control(.right), .alt(.right), .alt("f"), .alt("f")) == " a-b c|")
  }

  @Test func `backspace and delete remove the character before and at the cursor`() {
    #expect(line("abc", .left, .backspace) == "a|c")
    #expect(line("abc", .left, .delete) == "ab|")
    #expect(line("abc", .home, .control("d"), .control("h")) == "|bc")
    #expect(line("", .backspace, .delete) == "|")
  }

  @Test func `words and halves of the line can be deleted and yanked back`() {
    #expect(line("call a.b  ", .control("w")) == "call |")
    #expect(line("call a.b", .alt(.backspace)) == "call a.|")
    #expect(line("call a.b", .home, .alt("d")) == "| a.b")
    #expect(line("call me", .alt("b"), .control("u")) == "|me")
    #expect(line("call me", .alt("b"), .control("k")) == "call |")
    #expect(line("call me", .alt("b"), .control("k"), .home, .control("y")) == "me|call ")
    #expect(
      line("ab", .control("u"), .control("u"), .control("y")) == "ab|",
      "deleting nothing does not replace the deleted text")
    #expect(line("", .control("w"), .alt("d"), .control("y")) == "|")
  }

  @Test func `keys that do not edit a line are no line edits`() {
    for key in [Key.enter, .escape, .up, .tab, .control("c"), .alt("x"), .function(1)] {
      #expect(LineEdit(key) == nil)
    }
  }

  @Test func `pasted text becomes one line without control characters`() {
    var sut = LineEditor("a\nb")
    sut.apply(.insert("\u{1B}[2J\tc\r\nd"))
    #expect(sut.text == "a b␛[2J c d")
    #expect(!sut.isBlank)
    #expect(LineEditor(" \t").isBlank)
  }

  @Test(arguments: [
    (0, ("", " ", "")), (1, ("", " ", "")), (4, ("hij", " ", "")), (20, ("abcdefghij", " ", "")),
  ])
  func `the end of a long line is shown in a narrow field`(width: Int, shown: (String, String, String)) {
    #expect(LineEditor("abcdefghij").shown(width: width) == shown)
  }

  @Test func `a long line is shown around its cursor`() {
    var sut = LineEditor("abcdefghijklmnop")
    for _ in 0..<8 { sut.apply(.moveLeft) }
    #expect(sut.shown(width: 10) == ("cdefgh", "i", "jkl"))
    sut.apply(.moveToStart)
    #expect(sut.shown(width: 5) == ("", "a", "bcde"))
  }

  @Test func `wide characters are shown whole or not at all`() {
    var sut = LineEditor("日本語")
    #expect(sut.shown(width: 4) == ("語", " ", ""))
    sut.apply(.moveLeft)
    #expect(sut.shown(width: 5) == ("本", "語", ""))
  }

  @Test func `editing a number accepts only ASCII digits, and deleting from an empty number returns nil`() {
    #expect(LineEdit.insert("4x٢2").applied(toNumber: "1") == "142")
    #expect(LineEdit.deleteLeft.applied(toNumber: "1") == "")
    #expect(LineEdit.deleteLeft.applied(toNumber: "") == nil)
    #expect(LineEdit.deleteToStart.applied(toNumber: "12") == "")
  }
}
