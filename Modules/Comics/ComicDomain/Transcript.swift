/// The transcript of a comic.
public struct Transcript: Hashable, Sendable {
  /// A part of a transcript. Its text may have several lines, and is never empty.
  public enum Part: Hashable, Sendable {
    /// A description of the drawing.
    case scene(String)
    /// A line that is said or written, after the speaker and a colon if there is one.
    case line(String)
    /// A sound.
    case sound(String)
    /// A note by the transcriber: a caption, a heading, or a position in the drawing.
    case note(String)
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
