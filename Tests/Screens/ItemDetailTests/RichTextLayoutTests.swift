import ItemDetail
import Rendering
import RichText
import Testing

/// Rich texts at the widths that terminals have.
struct RichTextLayoutTests {
  func lines(_ blocks: [RichText.Block], width: Int) -> [String] {
    var layout = PageLayout(width: width)
    layout.add(RichText(blocks))
    return layout.lines.map { line in
      var text = line.text.replacing("\u{A0}", with: " ")
      while text.last == " " { text.removeLast() }
      return String(text.dropFirst(width == 120 ? 24 : width == 80 ? 4 : 1))
    }
  }

  @Test(arguments: [46, 80, 120])
  func `numbers, terms and quotations stand in each other`(width: Int) {
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
        "9. a", "   │ b", "   │ │ c", "10. • d", "", "tide", "  water", "  more", "    x",
      ])
  }

  @Test(arguments: [(46, 3), (80, 2), (120, 1)])
  func `a line of code is broken where the window ends, and goes on below its text`(width: Int, count: Int) {
    let code = "  let " + String(repeating: "word ", count: 17)
    let found = lines([.init(.code, [.init(code, .code)])], width: width)
    #expect(found.count == count)
    #expect(found.allSatisfy { $0.hasPrefix("    ") && $0.count < width })
    #expect(found.joined(separator: " ").split(separator: " ") == code.split(separator: " "))
  }

  @Test func `a picture is a line with a number that opens it`() {
    var layout = PageLayout(width: 46)
    let link = RichText.Run("link", link: "http://h/l")
    layout.add(RichText([.init(.paragraph, [.init("Picture: Sea", link: "http://h/s.png"), .init(" → "), link])]))
    #expect(layout.links == ["http://h/s.png", "http://h/l"])
    #expect(
      layout.lines.map { $0.text.replacing("\u{A0}", with: " ") } == [
        " Picture: Sea [1] → link [2]", "", " [1] http://h/s.png", " [2] http://h/l",
      ])
  }
}
