// Text with headings, lists, quotations, tables, emphasis and links.

/// A text with headings, lists, quotations, emphasis and links, whatever it was written in: blocks one below the other,
/// however deep they are nested.
public struct RichText: Equatable, Sendable {
  /// From the top.
  public var blocks: [Block]

  public init(_ blocks: [Block] = []) { self.blocks = blocks }

  /// A heading, a paragraph, a piece of code, a table, a rule.
  public struct Block: Equatable, Sendable {
    /// The kinds of blocks.
    public enum Kind: Equatable, Sendable {
      /// Text; its line breaks are meant.
      case paragraph
      /// A heading; 1 is the highest, 6 the lowest.
      case heading(Int)
      /// Text in which spaces count.
      case code
      /// A table with a row of heads, which is empty where it has none: each cell but the last of its row ends with a tab,
      /// each row but the last with a line break. A row may lack cells at its end; one whose first cell alone has a text
      /// is a title of those below.
      case table([Alignment])
      /// A line across; it has no text.
      case rule
    }

    /// The kind.
    public var kind: Kind
    /// Its text.
    public var runs: [Run]
    /// The containers, the outermost first.
    public var containers: [Container]
    /// The number of empty lines above it.
    public var space: Int
    /// The picture that the text names; nil for other blocks.
    public var picture: Picture?

    public init(_ kind: Kind = .paragraph, _ runs: [Run] = [], in containers: [Container] = [], space: Int = 0) {
      self.kind = kind
      self.runs = runs
      self.containers = containers
      self.space = space
    }

    /// The text without its looks.
    public var text: String { runs.map(\.text).joined() }
  }

  /// A picture at another address.
  public struct Picture: Hashable, Sendable {
    /// The address, as the writer has it: any text.
    public var address: String
    /// The width and the height in pixels at which it is to be shown; nil where the writer does not say both.
    public var size: Size?

    public init(_ address: String, size: Size? = nil) {
      self.address = address
      self.size = size
    }

    /// A size in pixels, as the writer has it.
    public struct Size: Hashable, Sendable {
      /// From left to right.
      public var width: Int
      /// From top to bottom.
      public var height: Int

      public init(width: Int, height: Int) {
        self.width = width
        self.height = height
      }
    }
  }

  /// The alignment of the cells of a column.
  public enum Alignment: Equatable, Sendable {
    /// At the left.
    case leading
    /// In the middle.
    case center
    /// At the right.
    case trailing
  }

  /// A container of blocks.
  public enum Container: Hashable, Sendable {
    /// A quotation.
    case quotation
    /// An item of a list. The marker is `•` or a number as it was written, `2.`; only the item's first block shows it.
    case item(marker: String, isFirst: Bool)
    /// A block further to the right: the meaning of a term.
    case indentation
  }

  /// A piece of text that looks the same throughout.
  public struct Run: Hashable, Sendable {
    /// The look of a text.
    public struct Traits: OptionSet, Hashable, Sendable {
      /// The set as bits.
      public var rawValue: UInt8
      public init(rawValue: UInt8) { self.rawValue = rawValue }

      /// Stressed.
      public static let emphasis = Self(rawValue: 1)
      /// Important.
      public static let strong = Self(rawValue: 2)
      /// Code.
      public static let code = Self(rawValue: 4)
      /// No longer right.
      public static let strikethrough = Self(rawValue: 8)
    }

    /// The text.
    public var text: String
    /// The look.
    public var traits: Traits
    /// The address it leads to, as the writer has it: any text.
    public var link: String?

    public init(_ text: String, _ traits: Traits = [], link: String? = nil) {
      self.text = text
      self.traits = traits
      self.link = link
    }
  }
}

extension RichText {
  /// The limit of nested containers; a deeper one is text of the innermost.
  public static let depthLimit = 12

  /// The sign of an item of a list without numbers.
  /// - Parameter depth: how many such lists it stands in besides its own.
  public static func bullet(depth: Int) -> String { depth.isMultiple(of: 2) ? "•" : "◦" }
}

extension RichText.Block {
  /// Returns what stands before the first line of the block, and before those below, for its containers.
  /// - Parameter mark: Returns what stands for the marker of an item.
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

  /// The cells of a table, row by row.
  public var cells: [[[RichText.Run]]] {
    var rows: [[[RichText.Run]]] = [[[]]]
    for run in runs {
      if run.text == "\n" {
        rows.append([[]])
      } else if run.text == "\t" {
        rows[rows.count - 1].append([])
      } else {
        rows[rows.count - 1][rows[rows.count - 1].count - 1].append(run)
      }
    }
    return rows
  }
}
