import ItemDetail
import Rendering
import RichText
import StyleGuide
import Testing

/// Rich texts at the widths that terminals have.
struct RichTextLayoutTests {
  func lines(_ blocks: [RichText.Block], width: Int) -> [String] {
    var layout = DetailLayout(width: width)
    layout.add(RichText(blocks))
    return layout.lines.map { line in
      var text = line.text.replacing("\u{A0}", with: " ")
      while text.last == " " { text.removeLast() }
      return String(text.dropFirst(width == 120 ? 24 : width == 80 ? 4 : 1))
    }
  }

  @Test(arguments: [46, 80, 120])
  func `list items, definitions and quotations are nested`(width: Int) {
    let blocks: [RichText.Block] = [
      .init(.paragraph, [.init("a")], in: [.item(marker: "9.", isFirst: true)]),
      .init(.paragraph, [.init("b")], in: [.item(marker: "9.", isFirst: false), .quotation]),
      .init(.paragraph, [.init("c")], in: [.item(marker: "9.", isFirst: false), .quotation, .quotation]),
      .init(.paragraph, [.init("d")], in: [.item(marker: "10.", isFirst: true), .item(marker: "•", isFirst: true)]),
      .init(.paragraph, [.init("tide", .strong)], space: 1),
      .init(.paragraph, [.init("water\nmore")], in: [.indentation]), .init(.code, [.init("x")], in: [.indentation]),
    ]
    #expect(
      lines(blocks, width: width) == [
        "9. a", "   ▎ b", "   ▎ ▎ c", "10. • d", "", "tide", "  water", "  more", "    x",
      ])
  }

  @Test(arguments: [(46, 3), (80, 2), (120, 1)])
  func `a long line of code wraps at the window's width and continues below its text`(width: Int, count: Int) {
    let code = "  let " + String(repeating: "word ", count: 17)
    let found = lines([.init(.code, [.init(code, .code)])], width: width)
    #expect(found.count == count)
    #expect(found.filter { !$0.hasPrefix("    ") || $0.count >= width } == [])
    #expect(found.joined(separator: " ").split(separator: " ") == code.split(separator: " "))
  }

  @Test func `a picture is laid out as a numbered link`() {
    var layout = DetailLayout(width: 46)
    let link = RichText.Run("link", link: "http://h/l")
    layout.add(RichText([.init(.paragraph, [.init("Picture: Sea", link: "http://h/s.png"), .init(" → "), link])]))
    #expect(layout.links == ["http://h/s.png", "http://h/l"])
    #expect(
      layout.lines.map { $0.text.replacing("\u{A0}", with: " ") } == [
        " Picture: Sea [1] → link [2]", "", " [1] http://h/s.png", " [2] http://h/l",
      ])
  }

  @Test func `code, quotations, links and headings have their own styles, and code fills its lines`() {
    var layout = DetailLayout(width: 46)
    layout.add(
      RichText([
        .init(.heading(1), [.init("One")]), .init(.heading(3), [.init("Three")], space: 1),
        .init(.paragraph, [.init("see "), .init("ls", .code), .init("there", link: "http://h/l")], space: 1),
        .init(.code, [.init("if a\n  b\n\nc")], space: 1), .init(.paragraph, [.init("said")], in: [.quotation]),
      ]))
    let spans = layout.lines.flatMap(\.spans)
    func style(_ text: String) -> Style? { spans.first { $0.text == text }?.style }
    #expect(style("One") == .heading)
    #expect(style("Three") == .strong)
    #expect(style("ls") == .code)
    #expect(style("there") == .link)
    #expect(style("▎ ") == .bar)
    let code = layout.lines.filter { $0.spans.contains { $0.style == .code && $0.text.hasPrefix("  ") } }
    #expect(code.map { $0.text.trimmingSuffix(while: { $0 == " " }) } == ["   if a", "     b", "", "   c"])
    for line in code {
      #expect(line.width == 1 + layout.measure)
      #expect(line.spans.dropFirst().filter { $0.width > 0 }.allSatisfy { $0.style == .code })
    }
  }

  @Test func `a name is strong and its detail quiet`() {
    var layout = DetailLayout(width: 46)
    layout.add(name: "Nora", " · 5 Jan 2024", indentation: 2)
    #expect(layout.lines.map(\.text) == ["   Nora · 5 Jan 2024"])
    let spans = layout.lines[0].spans.filter { $0.style != .plain }
    #expect(spans.map(\.text) == ["Nora", " · 5 Jan 2024"])
    #expect(spans.map(\.style) == [.strong, .quiet])
  }

  @Test func `the background of code is as wide as its longest line`() {
    var layout = DetailLayout(width: 120)
    layout.add(RichText([.init(.code, [.init("a\n" + String(repeating: "b", count: 80))])]))
    #expect(layout.lines.map(\.width) == [106, 106])
  }
}

extension String {
  fileprivate func trimmingSuffix(while isCut: (Character) -> Bool) -> String {
    var text = self[...]
    while let last = text.last, isCut(last) { text.removeLast() }
    return String(text)
  }
}
