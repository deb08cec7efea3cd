public import Essentials

/// The reason why an answer is unusable, or why no request was sent.
public enum AnswerFailure: Error, Equatable, Sendable {
  /// An HTML page without a feed.
  case pageWithoutFeed
  /// An HTML page that links to a feed, by its address.
  case pageWithFeed(String)
  /// JSON, but neither posts nor a feed.
  case otherJSON
  /// JSON that is damaged.
  case brokenJSON
  /// XML, but no feed, by the name of its root.
  case otherXML(String)
  /// An empty document.
  case empty
  /// A document of an unknown kind.
  case unknownKind
  /// A page that asks for a browser, by its status code.
  case refusesPrograms(Int)
  /// The server wants no requests until a date.
  case pausedUntil(Date)
  /// Another program is asking now.
  case askedElsewhere
  /// The feed has ended.
  case ended
  /// libxml2, which reads XML, is missing.
  case noXML
  /// A program whose output is a feed has failed, with this exit status or the negative number of a signal; nil if it
  /// could not be started.
  case failedProgram(Int32?)
  /// A program whose output is a feed has taken too long, or something that it has started still holds its output.
  case slowProgram
  /// A file cannot be read.
  case unreadableFile(String)
}
