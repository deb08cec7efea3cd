import Essentials
import Messages
import PostDomain
import PostText
import RichText
import TextLayout

extension Post {
  /// The text, and below it the second page, the page of the comments and the files of the post, as links.
  var richTextWithFiles: RichText {
    var text = richText
    let files = files(notIn: text)
    if let related = self.related?.absoluteString {
      text.blocks.append(.init(.paragraph, [.init("See also "), .init(related, link: related)], space: 1))
    }
    if let comments = commentsPage?.absoluteString {
      text.blocks.append(.init(.paragraph, [.init("Comments: "), .init(comments, link: comments)], space: 1))
    }
    for (number, file) in files.enumerated() {
      let name = TextLayout.line(file.address.lastPathComponent)
      let address = file.address.absoluteString
      let facts = [file.type.map(TextLayout.line), file.length.map { Messages.size($0) }].compactMap(\.self)
      let rest = facts.isEmpty ? "" : " (\(facts.joined(separator: ", ")))"
      let title = file.title.map { ": \(TextLayout.line($0))" } ?? ""
      text.blocks.append(
        .init(
          .paragraph, [.init(name.isEmpty || name == "/" ? address : name, link: address), .init(rest + title)],
          in: [.item(marker: RichText.bullet(depth: 0), isFirst: true)], space: number == 0 ? 1 : 0))
    }
    return text
  }

  /// Returns whether an address is that of an audio or video file of the post.
  func plays(_ address: URL) -> Bool {
    self.enclosures.contains { file in
      guard file.address.absoluteString == address.absoluteString else { return false }
      let type = file.type?.lowercased() ?? ""
      return ["audio", "video"].contains { type.split(separator: "/").first == $0[...] }
        || mediaExtensions.contains(file.address.pathExtension.lowercased())
    }
  }
}

/// The ends of the names of audio and video files, for feeds that do not tell the type or tell another one.
private let mediaExtensions: Set = [
  "aac", "avi", "flac", "m3u8", "m4a", "m4b", "m4v", "mkv", "mov", "mp3", "mp4", "mpeg", "mpg", "oga", "ogg", "ogv",
  "opus", "wav", "weba", "webm", "wma", "wmv",
]
