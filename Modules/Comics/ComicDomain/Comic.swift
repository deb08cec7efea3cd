// Comics, their transcripts and dates.

public import Essentials

/// A comic of a numbered series.
public struct Comic: Hashable, Sendable, Identifiable {
  /// The number of a comic. The first is 1, and newer comics have higher numbers; some numbers have no comic.
  public struct ID: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// The number; a number from a server is positive.
    public let number: Int

    public init(_ number: Int) { self.number = number }

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
