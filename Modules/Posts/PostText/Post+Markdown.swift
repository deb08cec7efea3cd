import Essentials
import Markdown
public import PostDomain
import RichText
import TextLayout

extension Post {
  /// Returns the post as a Markdown document without control sequences: the title, the author, the date, the address, the
  /// text, and the addresses of its second page, the page of its comments and its files.
  /// - Parameter author: The author's name, if known.
  public func markdown(author: String?) -> String {
    let byline = [author.map(TextLayout.line), date?.isoDay].compactMap(\.self).filter { !$0.isEmpty }
    var head: [RichText.Run] = byline.isEmpty ? [] : [.init(byline.joined(separator: " · "))]
    if let link {
      if !head.isEmpty { head.append(.init("\n")) }
      head.append(.init(link.absoluteString, link: link.absoluteString))
    }
    let title = TextLayout.line(title)
    var blocks: [RichText.Block] = title.isEmpty ? [] : [.init(.heading(1), [.init(title)])]
    if !head.isEmpty { blocks.append(.init(.paragraph, head)) }
    let text = richText
    blocks += text.blocks
    let pages = [self.related, commentsPage].compactMap(\.self)
    for (number, address) in (pages + files(notIn: text).map(\.address)).enumerated() {
      let address = address.absoluteString
      blocks.append(
        .init(
          .paragraph, [.init(address, link: address)], in: [.item(marker: RichText.bullet(depth: 0), isFirst: true)]))
      if number == 0 { blocks[blocks.count - 1].space = 1 }
    }
    return TextLayout.paragraphs(RichText(blocks).markdown)
  }

  /// A file name made of the title: without slashes, a leading dot or a leading dash, and short enough for every file
  /// system.
  public var markdownFileName: String {
    let longest = 100
    let unsafe = "/\\:*?\"<>|"
    let words = TextLayout.line(title).split(whereSeparator: \.isWhitespace).joined(separator: " ")
    var name = String(words.map { unsafe.contains($0) ? "-" : $0 }).drop { ".-~ ".contains($0) }
    while name.utf8.count > longest { name.removeLast() }
    while let last = name.last, ". ".contains(last) { name.removeLast() }
    return (name.isEmpty ? "post" : name) + ".md"
  }
}
