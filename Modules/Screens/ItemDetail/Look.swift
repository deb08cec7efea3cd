public import Essentials
import FlagsRepository
import LineEditor
import Rendering
import StyleGuide
public import Terminal
import TextLayout

/// What one kind of page looks like and another does not.
public struct ItemDetailLook<Heading: PageHeading, Value: Equatable & Sendable, Content: Equatable & Sendable>: Sendable
where Heading.ID: Sendable {
  /// What the header says: "Posts › 8".
  public var title: @Sendable (_ state: ItemDetailState<Heading, Value>) -> String
  /// What there is to be read, of which the lines are made anew only when it changes.
  public var content: @Sendable (_ state: ItemDetailState<Heading, Value>) -> Content
  /// The lines of it, for the room of the body.
  public var layout: @Sendable (_ content: Content, _ room: Size) -> PageLayout
  /// The few keys that matter.
  public var keys: [String]
  /// The date that ages are measured from.
  public var now: @Sendable () -> Date
  /// What the item is called in the header once its title is out of view; nil where the header stays as it is.
  public var name: (@Sendable (_ state: ItemDetailState<Heading, Value>) -> String)?
  /// What belongs to the item and is shown below it: "comments"; nil where there is no such thing.
  public var appendix: String?

  public init(
    title: @escaping @Sendable (_ state: ItemDetailState<Heading, Value>) -> String,
    content: @escaping @Sendable (_ state: ItemDetailState<Heading, Value>) -> Content,
    layout: @escaping @Sendable (_ content: Content, _ room: Size) -> PageLayout, keys: [String],
    now: @escaping @Sendable () -> Date
  ) {
    (self.title, self.content, self.layout, self.keys, self.now) = (title, content, layout, keys, now)
  }
}
