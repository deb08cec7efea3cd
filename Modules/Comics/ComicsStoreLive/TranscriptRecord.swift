import ComicDomain

/// A transcript as JSON in a column.
struct TranscriptRecord: Codable {
  struct Part: Codable {
    var kind: String
    var text: String
  }

  var parts: [Part]
  var foreignTitleText: String?

  init(_ transcript: Transcript) {
    parts = transcript.parts.map { part in
      switch part {
      case .scene(let text): Part(kind: "scene", text: text)
      case .line(let text): Part(kind: "line", text: text)
      case .sound(let text): Part(kind: "sound", text: text)
      case .note(let text): Part(kind: "note", text: text)
      }
    }
    foreignTitleText = transcript.foreignTitleText
  }

  var transcript: Transcript {
    Transcript(
      parts.compactMap { part in
        switch part.kind {
        case "scene": .scene(part.text)
        case "line": .line(part.text)
        case "sound": .sound(part.text)
        case "note": .note(part.text)
        default: nil
        }
      }, foreignTitleText: foreignTitleText)
  }
}
