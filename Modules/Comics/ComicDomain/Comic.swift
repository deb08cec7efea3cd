// Comics, their transcripts and dates.

public import Essentials

/// A comic of a numbered series.
public struct Comic: Hashable, Sendable, Identifiable {
  /// The number of a comic. The first is 1, and newer comics have higher numbers; some numbers have no comic.
  public struct ID: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// The number; a number from a server is positive.
    public let number: Int

    public init(_ number: Int) { self.number = number }

    /// Creates an ID from its description; 0, which no comic has, from any other text.
    public init(text: String) { self.init(Int(text) ?? 0) }

    /// Returns whether `left` is older.
    public static func < (left: Self, right: Self) -> Bool { left.number < right.number }

    /// The number, as it is written in an address.
    public var description: String { String(number) }
  }

  /// The number of the comic.
  public var id: ID
  /// The title: one line of text, never empty.
  public var title: String
  /// The hover text; may be empty.
  public var alt: String
  /// The transcript of the picture; nil if nobody has written one.
  public var transcript: Transcript?
  /// The HTTP or HTTPS address of the picture; nil if the comic is not a picture that can be shown.
  public var picture: URL?
  /// The HTTP or HTTPS address that a click on the picture opens.
  public var link: URL?
  /// The date of publication.
  public var date: CalendarDate?
  /// The author's announcement, as text; may be empty.
  public var news: String

  public init(
    id: ID, title: String, alt: String = "", transcript: Transcript? = nil, picture: URL? = nil, link: URL? = nil,
    date: CalendarDate? = nil, news: String = ""
  ) {
    self.id = id
    self.title = title
    self.alt = alt
    self.transcript = transcript
    self.picture = picture
    self.link = link
    self.date = date
    self.news = news
  }
}

extension Comic.ID {
  /// Returns the address of the comic's page on its server.
  public func page(on server: URL) -> URL { server.appending(path: "\(number)/") }

  /// The address of an explanation, for the comics of xkcd.com.
  public var explanation: URL? { URL(string: "https://explainxkcd.com/\(number)") }
}

/// The transcript of a comic. Stores save it as JSON, with these names.
public struct Transcript: Hashable, Sendable, Codable {
  /// A part of a transcript.
  public struct Part: Hashable, Sendable, Codable {
    /// The kind of a part.
    public enum Kind: String, Sendable, Codable {
      /// A description of the drawing.
      case scene
      /// A line that is said or written, after the speaker and a colon if there is one.
      case line
      /// A sound.
      case sound
      /// A note by the transcriber: a caption, a heading, or a position in the drawing.
      case note
    }

    /// The kind.
    public var kind: Kind
    /// The text, which may have several lines, and is never empty.
    public var text: String

    public init(_ kind: Kind, _ text: String) {
      self.kind = kind
      self.text = text
    }
  }

  /// The parts in order, without the hover text.
  public var parts: [Part]
  /// The hover text in the transcript, if it differs from the comic's own. Then the transcript probably belongs to
  /// another comic, as those of xkcd 1611 to 1674 do.
  public var foreignTitleText: String?

  public init(_ parts: [Part], foreignTitleText: String? = nil) {
    self.parts = parts
    self.foreignTitleText = foreignTitleText
  }
}
