import RichText

/// A parser that reads a text line by line into blocks.
struct BlockParser {
  /// A container that is open.
  private struct Open {
    var container: RichText.Container
    /// The columns by which the lines of an item are indented at least.
    var indentation = 0

    var isBulleted: Bool {
      if case .item(let marker, _) = container { marker.utf8.last != 0x2E && marker.utf8.last != 0x29 } else { false }
    }
  }

  private struct Fence {
    var mark: UInt8
    var length: Int
    var indentation: Int
  }

  private var blocks: [RichText.Block] = []
  /// The texts of blocks other than code, by the index of the block. They are parsed at the end, because a link's
  /// definition may follow the link.
  private var texts: [Int: Substring] = [:]
  /// The cells of tables, by the index of the block.
  private var tables: [Int: [[String]]] = [:]
  private var definitions = LinkDefinitions()
  /// The labels of the definitions that links refer to.
  private var usedLabels: Set<String> = []
  /// The HTML elements that have an end tag somewhere in the text.
  private let ended: Set<String>
  private var open: [Open] = []
  /// The lines of the paragraph or code block being read.
  private var lines: [Substring] = []
  private var fence: Fence?
  /// The number of empty lines since the last block.
  private var space = 0

  init(ended: Set<String>) { self.ended = ended }

  mutating func add(_ line: Substring.UTF8View) {
    var rest = Rest(line)
    let matched = matchedContainers(&rest)
    if matched < open.count {
      flush()
      open.removeSubrange(matched...)
    }
    if let fence { return addCode(rest, fence) }
    beginContainers(&rest)
    if rest.isBlank {
      flush()
      space += 1
      return
    }
    addLeaf(rest)
  }

  /// Consumes the marks of the open containers that the line continues, and returns their number.
  private func matchedContainers(_ rest: inout Rest) -> Int {
    for (index, element) in open.enumerated() {
      if element.container == .quotation {
        guard rest.dropQuotationMark() else { return index }
      } else {
        guard rest.isBlank || rest.indentation >= element.indentation else { return index }
        rest.drop(columns: element.indentation)
      }
    }
    return open.count
  }

  /// Opens the quotations and items that begin on the line.
  private mutating func beginContainers(_ rest: inout Rest) {
    while open.count < RichText.depthLimit, rest.indentation < 4, !rest.isRule {
      if rest.dropQuotationMark() {
        flush()
        open.append(Open(container: .quotation))
      } else if let (marker, indentation) = rest.dropMarker(allowsAnyNumber: lines.isEmpty) {
        flush()
        let bullet = RichText.bullet(depth: open.count(where: \.isBulleted))
        open.append(Open(container: .item(marker: marker ?? bullet, isFirst: true), indentation: indentation))
      } else {
        return
      }
    }
  }

  private mutating func addLeaf(_ rest: Rest) {
    if let (level, title) = rest.heading {
      flush()
      append(.heading(level), text: title)
    } else if lines.count == 1, let level = rest.underlineLevel {
      append(.heading(level), text: lines.removeLast().trimmingSpaces)
    } else if rest.isRule {
      flush()
      append(.rule, [])
    } else if let (mark, length) = rest.fence {
      flush()
      fence = Fence(mark: mark, length: length, indentation: rest.indentation)
    } else if lines.isEmpty, definitions.add(rest.text, block: blocks.count) {
      append(.paragraph, text: rest.text)
    } else {
      lines.append(rest.text)
    }
  }

  private mutating func addCode(_ rest: Rest, _ fence: Fence) {
    if let (mark, length) = rest.fence, mark == fence.mark, length >= fence.length, rest.isFenceAlone {
      return flush()
    }
    var rest = rest
    rest.drop(columns: min(fence.indentation, rest.indentation))
    lines.append(rest.text)
  }

  /// Ends the paragraph or code block being read.
  private mutating func flush() {
    if fence != nil {
      append(.code, [.init(lines.joined(separator: "\n"), .code)])
    } else if let (table, count) = Table.end(of: lines) {
      if count > 0 { append(.paragraph, text: paragraph(of: Array(lines.prefix(count)))) }
      tables[blocks.count] = table.rows
      append(.table(table.alignments), [])
    } else if !lines.isEmpty {
      append(.paragraph, text: paragraph(of: lines))
    }
    lines = []
    fence = nil
  }

  private mutating func append(_ kind: RichText.Block.Kind, text: Substring) {
    texts[blocks.count] = text
    append(kind, [])
  }

  private mutating func append(_ kind: RichText.Block.Kind, _ runs: [RichText.Run]) {
    blocks.append(RichText.Block(kind, runs, in: open.map(\.container), space: space))
    space = 0
    for index in open.indices { open[index].container.endFirstBlock() }
  }

  mutating func finished() -> RichText {
    flush()
    for index in blocks.indices where definitions.label(ofBlock: index) == nil {
      if let text = texts[index] { blocks[index].runs = inlineRuns(text, definitions, &usedLabels, ended: ended) }
      if let rows = tables[index] { blocks[index].runs = runs(of: rows) }
    }
    return RichText(withoutUsedDefinitions())
  }

  private mutating func runs(of rows: [[String]]) -> [RichText.Run] {
    var runs: [RichText.Run] = []
    for (row, cells) in rows.enumerated() {
      if row > 0 { runs.append(.init("\n")) }
      for (column, cell) in cells.enumerated() {
        if column > 0 { runs.append(.init("\t")) }
        runs += inlineRuns(cell[...], definitions, &usedLabels, ended: ended).map { run in
          var run = run
          run.text.replace("\n", with: RichText.Block.cellBreak)
          return run
        }
      }
    }
    return runs
  }

  /// Returns the blocks without the link definitions that a link refers to. Other definitions remain, as they are
  /// written. A removed one leaves the larger of the gaps before and after it.
  private mutating func withoutUsedDefinitions() -> [RichText.Block] {
    var separated = [RichText.Block]()
    var space = 0
    for (index, block) in blocks.enumerated() {
      var block = block
      if let label = definitions.label(ofBlock: index) {
        guard !usedLabels.contains(label) else {
          space = max(space, block.space)
          continue
        }
        block.runs = inlineRuns(texts[index] ?? "", ended: ended)
      }
      block.space = max(space, block.space)
      space = 0
      separated.append(block)
    }
    return separated
  }
}
