// Comics, their transcripts and dates.

public import Essentials

/// A drawn joke, one of a numbered series.
public struct Comic: Hashable, Sendable, Identifiable {
  /// Its number: the first is 1, and a newer one has a higher number. Not every number has a comic.
  public struct ID: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// The number; positive, wherever it came from a server.
    public let number: Int

    public init(_ number: Int) { self.number = number }

    /// Whether `left` is older.
    public static func < (left: Self, right: Self) -> Bool { left.number < right.number }

    /// The number as it stands in an address.
    public var description: String { String(number) }
  }

  /// Its number.
  public var id: ID
  /// The headline: one line of text, never empty.
  public var title: String
  /// The hover text, the second joke; may be empty.
  public var alt: String
  /// What is drawn and said, in words; nil where nobody has written it down.
  public var transcript: Transcript?
  /// Where the picture is, http or https; nil where the comic is none that can be shown as one.
  public var picture: URL?
  /// What a click on the picture leads to, http or https.
  public var link: URL?
  /// When it appeared.
  public var date: CalendarDate?
  /// What the author announced with it, as text; may be empty.
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
