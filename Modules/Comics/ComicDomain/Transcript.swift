/// A comic in words.
public struct Transcript: Hashable, Sendable {
  /// One thing of it; the text may have several lines, and is never empty.
  public enum Part: Hashable, Sendable {
    /// What is to be seen.
    case scene(String)
    /// What is said or written, with the speaker before a colon where there is one.
    case line(String)
    /// What is to be heard.
    case sound(String)
    /// What the writer of the transcript remarks: a caption, a heading, where something stands.
    case note(String)
  }

  /// What there is, in order; the hover text is not among it.
  public var parts: [Part]
  /// The hover text as the transcript has it, where it is not the comic's own: then this is likely to be the transcript
  /// of another comic. (Those of xkcd 1611 to 1674 are.)
  public var foreignTitleText: String?

  public init(_ parts: [Part], foreignTitleText: String? = nil) {
    self.parts = parts
    self.foreignTitleText = foreignTitleText
  }
}
