import Essentials
import Foundation
import ItemDetail
import Observed
import Pictures
import Rendering
import RichText
import Screen
import StyleGuide
import Terminal
import TestSupport
import Testing

/// Tests of the row at the top of a window when pictures appear and disappear.
struct DetailPositionTests {
  /// A window of four rows.
  let size = Size(width: 40, height: 6)

  /// Returns a screen of the lines "0" to "9", of which some have a picture above them, and its state.
  private func page(_ heights: [Int: Int]) throws -> (Screen, Observed<TextState>, Observed<[Int: Int]>) {
    let picture = try Picture(Picture.sample)
    let state = Observed(TextState(TextHeading(id: 8, title: "Dew point")))
    let heights = Observed(heights)
    state.update { $0.item = Loadable(Text(heading: $0.heading)) }
    let look = ItemDetailLook<TextHeading, Text, [Int: Int]>(
      title: { _ in "Text" }, content: { _ in heights.value },
      layout: { heights, room in
        var layout = DetailLayout(width: room.width)
        for line in 0..<10 {
          if let height = heights[line] {
            layout.add(PlacedPicture(picture, cells: Size(width: 4, height: height), column: 0, row: 0))
          }
          layout.add("\(line)")
        }
        layout.anchor = layout.lines.count - 2
        return layout
      }, keys: [], now: { .distantPast })
    let viewModel = TextViewModel(state) { action in
      if case .scroll(let top) = action { state.update { $0.top = top } }
      if case .find(let search, let top, _) = action {
        state.update {
          $0.search = search
          $0.top = top
        }
      }
      return nil
    }
    return (.itemDetail(viewModel, look, noun: "text", keys: []), state, heights)
  }

  private func rows(_ screen: Screen) -> [String] {
    screen.frame(size).text.dropFirst().prefix(4).map { $0.filter { $0 != " " } }
  }

  @Test func `a picture that appears above the window does not move its rows`() throws {
    let (screen, state, heights) = try page([:])
    state.update { $0.top = 3 }
    #expect(rows(screen) == ["3", "4", "5", "6"])
    heights.replace(with: [1: 2, 3: 5])
    #expect(rows(screen) == ["3", "4", "5", "6"])
    heights.replace(with: [1: 2, 3: 5, 5: 1])
    #expect(rows(screen) == ["3", "4", "", "5"], "a picture below the first row moves the following rows down")
  }

  @Test func `a picture that appears above the last rows of a page does not move them`() throws {
    let (screen, state, heights) = try page([:])
    state.update { $0.top = 1_000 }
    #expect(rows(screen) == ["6", "7", "8", "9"])
    _ = screen.react(.key("j"), size)
    #expect(state.value.top == 6)
    heights.replace(with: [2: 7])
    #expect(rows(screen) == ["6", "7", "8", "9"])
  }

  @Test func `j and k scroll through every row, including the rows of pictures`() throws {
    let (screen, state, _) = try page([0: 1, 2: 2, 4: 3, 5: 6])
    var tops = [state.value.top]
    for _ in 0..<17 {
      _ = screen.react(.key("j"), size)
      tops.append(state.value.top)
    }
    let expected: [DetailPosition] = [
      0, 1, .init(paragraph: 2, pictureRows: 2), .init(paragraph: 2, pictureRows: 1), 2, 3,
      .init(paragraph: 4, pictureRows: 3),
      .init(paragraph: 4, pictureRows: 2), .init(paragraph: 4, pictureRows: 1), 4, .init(paragraph: 5, pictureRows: 6),
      .init(paragraph: 5, pictureRows: 5), .init(paragraph: 5, pictureRows: 4), .init(paragraph: 5, pictureRows: 3),
      .init(paragraph: 5, pictureRows: 2), .init(paragraph: 5, pictureRows: 1), 5, 6,
    ]
    #expect(tops == expected)
    for top in expected.dropLast().reversed() {
      _ = screen.react(.key("k"), size)
      #expect(state.value.top == top)
    }
    _ = screen.react(.key("k"), size)
    #expect(state.value.top == .init(paragraph: 0, pictureRows: 1))
    #expect(rows(screen) == ["", "0", "1", ""])
  }

  @Test func `a picture that is cut at the top and shrinks shows no more rows than it has`() throws {
    let (screen, state, heights) = try page([3: 6])
    state.update { $0.top = .init(paragraph: 3, pictureRows: 5) }
    #expect(rows(screen) == ["", "", "", ""])
    heights.replace(with: [3: 2])
    #expect(rows(screen) == ["", "", "3", "4"])
    heights.replace(with: [:])
    #expect(rows(screen) == ["3", "4", "5", "6"])
  }

  /// Returns a page of numbered words in paragraphs, a list, a quotation and code, after a title of several lines.
  private func words(width: Int) -> DetailLayout {
    func text(_ name: String, _ count: Int, separator: String = " ") -> String {
      (1...count).map { "\(name).\($0)" }.joined(separator: separator)
    }
    var layout = DetailLayout(width: width)
    layout.add(text("title", 20), .strong)
    let quotation = RichText.Block(.paragraph, [.init(text("q", 60))], in: [.quotation, .quotation], space: 1)
    let item = RichText.Block(
      .paragraph, [.init(text("i", 40))], in: [.item(marker: "12.", isFirst: true)], space: 1)
    let code = RichText.Block(.code, [.init(text("c", 9, separator: "\n") + "\n" + text("d", 40))], space: 1)
    let rows = (1...4).map { row in (1...5).map { "t\(row).\($0) \(text("u", 3))" }.joined(separator: "\t") }
    let table = RichText.Block(
      .table(Array(repeating: .leading, count: 5)), [.init(rows.joined(separator: "\n"))], space: 1)
    let paragraphs = (1...30).map { RichText.Block(.paragraph, [.init(text("p\($0)", 30))], space: 1) }
    layout.add(RichText([quotation, item, code, table] + paragraphs))
    return layout
  }

  @Test func `at another width the window begins with the line that holds the same word`() {
    let state = Observed(TextState(TextHeading(id: 8, title: "Dew point")))
    state.update { $0.item = Loadable(Text(heading: $0.heading)) }
    let look = ItemDetailLook<TextHeading, Text, Int>(
      title: { _ in "Text" }, content: { _ in 0 }, layout: { words(width: $1.width) }, keys: [],
      now: { .distantPast })
    let viewModel = TextViewModel(state) { action in
      if case .scroll(let top) = action { state.update { $0.top = top } }
      return nil
    }
    let screen = Screen.itemDetail(viewModel, look, noun: "text", keys: [])
    func top(_ width: Int) -> String { screen.frame(Size(width: width, height: 6)).text[1] }
    let wide = Size(width: 80, height: 6)
    let count = words(width: 80).lines.count - 4
    #expect(count > 80)
    var isTable = false
    for row in 0..<count {
      #expect(top(80).trimmed == words(width: 80).lines[row].text.trimmed)
      let word = top(80).split(separator: " ").first { $0.contains(".") && $0 != "12." }
      // In columns, the words of a table are in another order.
      if word?.contains("t1.") == true || word?.hasPrefix("u.") == true { isTable = true }
      for width in [20, 40, 61, 119] where !isTable {
        let line = top(width)
        #expect(word.map { " \(line) ".contains(" \($0) ") } ?? line.allSatisfy { " ▎".contains($0) }, "\(line)")
      }
      if word?.hasPrefix("p1.") == true { isTable = false }
      _ = screen.react(.key("j"), wide)
    }
  }

  @Test(arguments: [("3:40", DetailPosition(paragraph: 3, offset: 40)), ("0:0", 0)])
  func `a position is saved as a text`(text: String, position: DetailPosition) {
    #expect(position.text == text)
    #expect(DetailPosition(text: text) == position)
  }

  @Test func `a position that an earlier version has saved is a number of lines`() throws {
    let (screen, state, _) = try page([0: 1, 2: 2])
    state.update { $0.top = DetailPosition(text: "3") ?? 0 }
    #expect(rows(screen) == ["3", "4", "5", "6"])
    _ = screen.react(.key("j"), size)
    #expect(state.value.top == 4)
    for text in ["", "-7", "a", "1:", "1:2:3", "-1:0", "01", "9999999999999999999999"] {
      #expect(DetailPosition(text: text) == nil, "\(text)")
    }
  }

  private func layout(_ picture: @escaping (RichText.Picture, Int) -> TextPicture) -> DetailLayout {
    var layout = DetailLayout(width: 30)
    let named = { (name: String, containers: [RichText.Container]) in
      var block = RichText.Block(.paragraph, [.init(name, link: "https://host/\(name)")], in: containers)
      block.picture = RichText.Picture(name)
      return block
    }
    layout.add(
      RichText([
        .init(.paragraph, [.init("before")]), named("one", []), named("two", [.quotation]),
        .init(.paragraph, [.init("x")]),
      ]), picture: picture)
    return layout
  }

  @Test func `a picture is centred in its column above its line`() throws {
    let picture = try Picture(Picture.sample)
    let shown = layout { named, columns in
      .shown(picture, cells: Size(width: columns == 28 ? 10 : 12, height: 2), rows: named.address == "one" ? 3 : 0)
    }
    #expect(
      shown.lines.prefix(8).map { $0.text.trimmed } == [
        "before", "", "", "", "one\u{A0}[1]", "", "", "▎ two\u{A0}[2]",
      ])
    #expect(shown.pictures.map(\.row) == [1, 5])
    #expect(shown.pictures.map(\.column) == [1 + 9, 1 + 2 + 7])
    #expect(shown.pictures.map(\.cells.height) == [2, 2])
  }

  @Test func `a missing picture is laid out as empty rows, as a note, or as nothing`() {
    let shown = layout { named, _ in
      named.address == "one"
        ? .awaited(rows: 2) : .note("cannot be shown\u{7}, " + String(repeating: "x", count: 99))
    }
    #expect(
      shown.lines.prefix(6).map { $0.text.trimmed } == [
        "before", "", "", "one\u{A0}[1]", "▎ cannot be shown␇, xxxxxxx…", "▎ two\u{A0}[2]",
      ])
    #expect(shown.pictures == [])
    #expect(shown.lines.allSatisfy { $0.width <= 30 })
    let none = layout { _, _ in .none }
    #expect(none.lines.prefix(3).map { $0.text.trimmed } == ["before", "one\u{A0}[1]", "▎ two\u{A0}[2]"])
    #expect(none.links == shown.links)
  }

  @Test func `Esc from a search returns to a position within a picture`() throws {
    let (screen, state, _) = try page([3: 6])
    let top = DetailPosition(paragraph: 3, pictureRows: 5)
    state.update { $0.top = top }
    for key: Key in ["/", "9"] { _ = screen.react(.key(key), size) }
    #expect(rows(screen) == ["6", "7", "8", "9"])
    _ = screen.react(.key(.escape), size)
    #expect(state.value.top == top)
  }
}
