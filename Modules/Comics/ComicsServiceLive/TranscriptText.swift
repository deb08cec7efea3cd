import ComicDomain

/// A transcript as servers send it, next to the comic's hover text, which most transcripts repeat.
struct TranscriptText {
  /// The comic's hover text; where there was none, what the transcript has as that.
  let alt: String
  /// Nil where it says nothing.
  let transcript: Transcript?

  init(_ text: String, alt: String) {
    var marks = MarkedText(text)
    var parts: [Transcript.Part] = []
    var titleTexts: [String] = []
    let altWords = Words(alt)
    while let piece = marks.next() {
      switch piece {
      case .scene(let text): parts.append(.scene(text))
      case .sound(let text): parts.append(.sound(text))
      case .line(let text): parts.append(.line(text))
      case .aside(let text): parts.append(.note(text))
      case .braces(let text):
        let labelled = titleText(text)
        if labelled != nil || Words(text).areMostly(altWords) {
          titleTexts.append(labelled ?? text)
        } else {
          parts.append(.note(text))
        }
      }
    }
    titleTexts.removeAll { $0.isEmpty }
    let isOwn = alt.isEmpty || titleTexts.contains { Words($0).areMostly(altWords) }
    self.alt = alt.isEmpty ? titleTexts.last ?? "" : alt
    transcript = parts.isEmpty ? nil : Transcript(parts, foreignTitleText: isOwn ? nil : titleTexts.last)
  }
}

/// What stands behind `Title text:` or another of its names.
private func titleText(_ text: String) -> String? {
  guard let colon = text.firstIndex(of: ":") else { return nil }
  let label = text[..<colon].lowercased().filter(\.isLetter)
  return labels.contains(label) ? String(text[colon...].dropFirst()).trimmed : nil
}

private let labels: Set = [
  "alt", "alttext", "titletext", "alttitle", "alttitletext", "mouseover", "mouseovertext", "rollover", "rollovertext",
  "hover", "hovertext",
]

/// The words of a text, without regard to case and punctuation.
private struct Words {
  private var words: Set<Substring>

  init(_ text: String) { words = Set(text.lowercased().split { !$0.isLetter && !$0.isNumber }) }

  /// Whether two texts are the same but for a few words: those who write transcripts correct, and slip.
  func areMostly(_ other: Self) -> Bool {
    let common = words.intersection(other.words).count
    return common > 0 && common * 4 >= words.count + other.words.count
  }
}
