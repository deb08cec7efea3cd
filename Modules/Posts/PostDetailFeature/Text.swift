import Essentials
import HTMLText
import Markdown
import RichText
import WebAddress

extension RichText {
  /// What a server sends as a text: HTML where it has tags, otherwise light Markdown, of which plain text is a part.
  /// - Parameter page: what its addresses are relative to. What leads nowhere then is no link.
  init(post text: String, on page: URL?) {
    if HTMLText.isLikely(text) {
      self.init(html: text)
    } else {
      self.init(markdown: HTMLText.hasReferences(text) ? HTMLText.attribute(text) : text)
    }
    let nowhere = URL(filePath: "/")
    for block in blocks.indices {
      for run in blocks[block].runs.indices {
        guard let link = blocks[block].runs[run].link else { continue }
        blocks[block].runs[run].link = URL(webAddress: link, on: page ?? nowhere)?.absoluteString
      }
    }
  }
}

/// How long a text takes to read, in minutes, at least 1: at 230 words a minute, or 500 characters where words are
/// written without spaces between them. (Marc Brysbaert, "How many words do we read per minute?", 2019, found 238 for
/// English prose.)
func readingMinutes(of text: String) -> Int {
  var (words, characters) = (0, 0)
  var isInWord = false
  for scalar in text.unicodeScalars {
    switch scalar.value {
    case 0...0x20, 0x85, 0xA0, 0x2000...0x200B, 0x3000: isInWord = false
    case 0x3001...0x303F, 0xFF00...0xFF65: isInWord = false
    case 0x3041...0x30FF, 0x3400...0x9FFF, 0xF900...0xFAFF, 0x20000...0x3FFFF:
      characters += 1
      isInWord = false
    default:
      if !isInWord { words += 1 }
      isInWord = true
    }
  }
  return max(1, Int((Double(words) / 230 + Double(characters) / 500).rounded()))
}
