// Text with headings, lists, quotations, tables, emphasis and links.

/// A text with headings, lists, quotations, emphasis and links, in any markup language: a flat list of blocks, which know
/// the containers around them.
public struct RichText: Equatable, Sendable {
  /// The blocks, from top to bottom.
  public var blocks: [Block]

  public init(_ blocks: [Block] = []) { self.blocks = blocks }

  /// A paragraph, a heading, code, a table or a rule.
  public struct Block: Equatable, Sendable {
    /// The kinds of blocks.
    public enum Kind: Equatable, Sendable {
      /// A paragraph, with its line breaks.
      case paragraph
      /// A heading; 1 is the highest, 6 the lowest.
      case heading(Int)
      /// Preformatted text.
      case code
      /// A table, whose first row is its head and may be empty. Cells are separated by tabs, rows by line breaks, and the
      /// lines of a cell by `cellBreak`. A row may lack cells at its end; one with a text only in its first cell is a
      /// title for the rows below.
      case table([Alignment])
      /// A horizontal rule, without text.
      case rule
    }

    /// The kind.
    public var kind: Kind
    /// Its text.
    public var runs: [Run]
    /// The containers, from the outermost.
    public var containers: [Container]
    /// The number of empty lines above it.
    public var space: Int
    /// The picture that the text describes; nil for other blocks.
    public var picture: Picture?

    public init(_ kind: Kind = .paragraph, _ runs: [Run] = [], in containers: [Container] = [], space: Int = 0) {
      self.kind = kind
      self.runs = runs
      self.containers = containers
      self.space = space
    }

    /// The text without its styles.
    public var text: String { runs.map(\.text).joined() }
  }

  /// A picture at another address.
  public struct Picture: Hashable, Sendable {
    /// The address as it is written; any text.
    public var address: String
    /// The size at which to show it; nil unless the text says both width and height.
    public var size: Size?

    public init(_ address: String, size: Size? = nil) {
      self.address = address
      self.size = size
    }

    /// A size in pixels.
    public struct Size: Hashable, Sendable {
      /// The width.
      public var width: Int
      /// The height.
      public var height: Int

      public init(width: Int, height: Int) {
        self.width = width
        self.height = height
      }
    }
  }

  /// The alignment of the cells in a column.
  public enum Alignment: Equatable, Sendable {
    /// Aligned to the left.
    case leading
    /// Centered.
    case center
    /// Aligned to the right.
    case trailing
  }

  /// A container of blocks.
  public enum Container: Hashable, Sendable {
    /// A quotation.
    case quotation
    /// An item of a list. The marker is `•` or a number as it is written, `2.`; only the first block of the item shows it.
    case item(marker: String, isFirst: Bool)
    /// An indented block, such as a definition.
    case indentation
  }

  /// A piece of text in one style, with one link at most.
  public struct Run: Hashable, Sendable {
    /// The style of a text.
    public struct Traits: OptionSet, Hashable, Sendable {
      /// The set as bits.
      public var rawValue: UInt8
      public init(rawValue: UInt8) { self.rawValue = rawValue }

      /// Emphasis, in italics.
      public static let emphasis = Self(rawValue: 1)
      /// Strong emphasis, in bold.
      public static let strong = Self(rawValue: 2)
      /// Code.
      public static let code = Self(rawValue: 4)
      /// Deleted text.
      public static let strikethrough = Self(rawValue: 8)
    }

    /// The text.
    public var text: String
    /// The style.
    public var traits: Traits
    /// The address of its link as it is written; any text.
    public var link: String?

    public init(_ text: String, _ traits: Traits = [], link: String? = nil) {
      self.text = text
      self.traits = traits
      self.link = link
    }
  }
}

extension RichText {
  /// The limit of nested containers. Deeper ones are left out, with their text in the innermost.
  public static let depthLimit = 12

  /// Returns the marker of an item of an unnumbered list.
  /// - Parameter depth: The number of unnumbered lists around its own.
  public static func bullet(depth: Int) -> String { depth.isMultiple(of: 2) ? "•" : "◦" }
}

extension RichText.Container {
  /// Ends the first block of an item: those after it do not show the marker.
  public mutating func endFirstBlock() {
    if case .item(let marker, isFirst: true) = self { self = .item(marker: marker, isFirst: false) }
  }
}

extension RichText.Block {
  /// Returns the prefixes of the block's first line and of its other lines, by its containers.
  /// - Parameters:
  ///   - quotation: The prefix for each quotation around the block.
  ///   - indentation: The prefix for each container that indents the block.
  ///   - mark: Returns the prefix for the marker of an item.
  public func prefixes(
    quotation: String, indentation: String, mark: (_ marker: String) -> String
  ) -> (first: String, rest: String) {
    var first = ""
    var rest = ""
    for container in containers {
      switch container {
      case .quotation:
        first += quotation
        rest += quotation
      case .indentation:
        first += indentation
        rest += indentation
      case .item(let marker, let isFirst):
        let mark = mark(marker)
        let below = String(repeating: " ", count: mark.count)
        first += isFirst ? mark : below
        rest += below
      }
    }
    return (first, rest)
  }

  /// The line break within a cell of a table.
  public static let cellBreak = "\u{2028}"

  /// The cells of a table, row by row, with their line breaks.
  public var cells: [[[RichText.Run]]] {
    var rows: [[[RichText.Run]]] = [[[]]]
    for run in runs {
      if run.text == "\n" {
        rows.append([[]])
      } else if run.text == "\t" {
        rows[rows.count - 1].append([])
      } else {
        rows[rows.count - 1][rows[rows.count - 1].count - 1].append(run.outsideOfCell)
      }
    }
    return rows
  }
}

extension RichText.Run {
  /// The run with line breaks in place of those within a cell of a table.
  public var outsideOfCell: Self {
    Self(text.replacing(RichText.Block.cellBreak, with: "\n"), traits, link: link)
  }
}
