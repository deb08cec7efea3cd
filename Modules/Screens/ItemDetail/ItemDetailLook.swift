public import Essentials
import LineEditor
import Rendering
import StyleGuide
public import Terminal
import TextLayout

/// The appearance of one kind of detail screen.
public struct ItemDetailLook<Heading: DetailHeading, Value: Equatable & Sendable, Content: Equatable & Sendable>:
  Sendable
where Heading.ID: Sendable {
  /// Returns the title of the header: "Posts › 8".
  public var title: @Sendable (_ state: ItemDetailState<Heading, Value>) -> String
  /// Returns the content to lay out. The lines are computed again only when it changes.
  public var content: @Sendable (_ state: ItemDetailState<Heading, Value>) -> Content
  /// Returns the lines of the content; `room` is the size of the body.
  public var layout: @Sendable (_ content: Content, _ room: Size) -> DetailLayout
  /// The most important keys, for the status bar.
  public var keys: [String]
  /// Returns the date from which ages are measured.
  public var now: @Sendable () -> Date
  /// Returns the name of the item in the header once its title is out of view; nil if the header does not change.
  public var name: (@Sendable (_ state: ItemDetailState<Heading, Value>) -> String)?
  /// The name of the section below the item, the appendix: "the comments", and the notice for an item without it; nil if
  /// no item has one.
  public var appendix: (name: String, absence: @Sendable (_ state: ItemDetailState<Heading, Value>) -> String)?

  public init(
    title: @escaping @Sendable (_ state: ItemDetailState<Heading, Value>) -> String,
    content: @escaping @Sendable (_ state: ItemDetailState<Heading, Value>) -> Content,
    layout: @escaping @Sendable (_ content: Content, _ room: Size) -> DetailLayout, keys: [String],
    now: @escaping @Sendable () -> Date
  ) {
    self.title = title
    self.content = content
    self.layout = layout
    self.keys = keys
    self.now = now
  }
}
