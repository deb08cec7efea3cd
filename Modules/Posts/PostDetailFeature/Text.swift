import Essentials
import HTMLText
import Markdown
import RichText
import WebAddress

extension RichText {
  /// What a server sends as a text: HTML where tags make its paragraphs, otherwise light Markdown, of which plain text is a
  /// part; a `<br>` or `<kbd>` in it makes no HTML of the rest.
  /// - Parameter page: what its addresses are relative to. What leads nowhere then is no link.
  init(post text: String, on page: URL?) {
    self.init(markdownOrHTML: text)
    let nowhere = URL(filePath: "/")
    for block in blocks.indices {
      for run in blocks[block].runs.indices {
        guard let link = blocks[block].runs[run].link else { continue }
        blocks[block].runs[run].link = URL(webAddress: link, on: page ?? nowhere)?.absoluteString
      }
    }
  }
}

extension RichText {
  private init(markdownOrHTML text: String) {
    let decoded = HTMLText.hasReferences(text) ? HTMLText.attribute(text) : text
    // A tag that is written in references is meant to be seen.
    let isDecodedFirst = !HTMLText.hasTags(decoded)
    let markdown = RichText(markdown: isDecodedFirst ? decoded : text)
    // In code, a tag is an example.
    let isHTML = markdown.blocks.contains {
      $0.runs.contains { !$0.traits.contains(.code) && HTMLText.hasBlocks($0.text) }
    }
    self = isHTML ? RichText(html: text) : markdown
    guard !isHTML, !isDecodedFirst, decoded != text else { return }
    for block in blocks.indices {
      for run in blocks[block].runs.indices {
        blocks[block].runs[run].text = HTMLText.attribute(blocks[block].runs[run].text)
        blocks[block].runs[run].link = blocks[block].runs[run].link.map(HTMLText.attribute)
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
