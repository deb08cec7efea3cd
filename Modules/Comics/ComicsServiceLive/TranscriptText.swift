import ComicDomain
import Essentials

/// A transcript as servers send it, without the hover text that most transcripts repeat.
struct TranscriptText {
  /// The comic's hover text; if it has none, the hover text in the transcript.
  let alt: String
  /// The transcript; nil if it is empty.
  let transcript: Transcript?

  init(_ text: String, alt: String) {
    var marks = MarkedText(text)
    var parts: [Transcript.Part] = []
    var titleTexts: [String] = []
    let altWords = words(of: alt)
    while let piece = marks.next() {
      let isInBraces = piece.mark == .braces
      let labelled = titleText(piece.text)
      let isRepeated = words(of: labelled ?? piece.text).areMostly(altWords)
      if isInBraces ? labelled != nil || isRepeated : labelled != nil && isRepeated {
        titleTexts.append(labelled ?? piece.text)
      } else {
        parts.append(Transcript.Part(piece))
      }
    }
    titleTexts.removeAll { $0.isEmpty }
    let isOwn = alt.isEmpty || titleTexts.contains { words(of: $0).areMostly(altWords) }
    self.alt = alt.isEmpty ? titleTexts.last ?? "" : alt
    transcript = parts.isEmpty ? nil : Transcript(parts, foreignTitleText: isOwn ? nil : titleTexts.last)
  }
}

/// Returns the text after `Title text:` or another name of the hover text; nil if there is no such label.
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
    let kind: Kind =
      switch piece.mark {
      case .scene: .scene
      case .sound: .sound
      case .aside, .braces: .note
      case nil: .line
      }
    self.init(kind, piece.text)
  }
}

/// Returns the words of a text, ignoring case and punctuation.
private func words(of text: String) -> Set<Substring> {
  Set(text.lowercased().split { !$0.isLetter && !$0.isNumber })
}

extension Set<Substring> {
  /// Returns whether two texts share at least half of their words, because transcribers correct texts and make
  /// mistakes.
  fileprivate func areMostly(_ other: Self) -> Bool {
    intersection(other).count * 4 >= count + other.count
  }
}
