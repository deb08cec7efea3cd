import Essentials
public import PostDomain
public import RichText

extension Post {
  /// The text as it is shown.
  public var richText: RichText {
    self.format == .html ? RichText(html: body, on: base ?? link) : RichText(post: body, on: base ?? link)
  }
}
