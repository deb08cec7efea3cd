// The text of a post as rich text and as plain text.

public import Essentials
import HTMLText
import Markdown
public import RichText

extension RichText {
  /// Creates rich text from the text of a post: HTML where block tags structure it, otherwise light Markdown, which
  /// includes plain text. A `<br>` or `<kbd>` alone does not make it HTML.
  /// - Parameter page: The address that relative links are resolved against. A link that cannot be resolved becomes
  ///   text.
  public init(post text: String, on page: URL?) {
    self.init(markdownOrHTML: text)
    let nowhere = URL(filePath: "/")
    for block in blocks.indices {
      for run in blocks[block].runs.indices {
        guard let link = blocks[block].runs[run].link else { continue }
        let address = URL(webAddress: link, on: page ?? nowhere)?.absoluteString
        // A link whose text is its address shows the resolved address.
        if let address, blocks[block].runs[run].text == link { blocks[block].runs[run].text = address }
        blocks[block].runs[run].link = address
      }
    }
  }
}

extension RichText {
  private init(markdownOrHTML text: String) {
    let decoded = HTMLText.hasReferences(text) ? HTMLText.attribute(text) : text
    // A tag written as character references is text to show.
    let isDecodedFirst = !HTMLText.hasTags(decoded)
    let markdown = RichText(markdown: isDecodedFirst ? decoded : text)
    // A tag inside code is an example.
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
