import ComicDomain
import Essentials

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
      let isInBraces = piece.mark == .braces
      let labelled = titleText(piece.text)
      let isRepeated = Words(labelled ?? piece.text).areMostly(altWords)
      if isInBraces ? labelled != nil || isRepeated : labelled != nil && isRepeated {
        titleTexts.append(labelled ?? piece.text)
      } else {
        parts.append(Transcript.Part(piece))
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
  return labels.contains(where: label.hasSuffix) ? String(text[colon...].dropFirst()).trimmed : nil
}

private let labels = [
  "alt", "alttext", "titletext", "alttitle", "mouseover", "mouseovertext", "rollover", "rollovertext", "hover",
  "hovertext",
]

extension Transcript.Part {
  fileprivate init(_ piece: MarkedText.Piece) {
    self =
      switch piece.mark {
      case .scene: .scene(piece.text)
      case .sound: .sound(piece.text)
      case .aside, .braces: .note(piece.text)
      case nil: .line(piece.text)
      }
  }
}

/// The words of a text, without regard to case and punctuation.
private struct Words {
  private var words: Set<Substring>

  init(_ text: String) { words = Set(text.lowercased().split { !$0.isLetter && !$0.isNumber }) }

  /// Whether two texts are the same but for a few words: those who write transcripts correct, and slip.
  func areMostly(_ other: Self) -> Bool {
    words.intersection(other.words).count * 4 >= words.count + other.words.count
  }
}
