public import Loadable
public import PostDomain
public import PostsRepository
public import StyleGuide
public import ViewModel

/// What the screen of one post shows.
public struct PostDetailState: Equatable, Sendable {
  /// Which post it is.
  public var id: Post.ID
  /// Its title, which is known before the rest.
  public var title: String
  /// The post, as far as it is known; whether it is being loaded; why the last load came to nothing.
  public var post = Loadable<PostDetail>()
  /// Turns a spinner while it is being loaded; nil while it is too early for one.
  public var tick: Int?
  /// Where the post comes from; nil before it is there.
  public var freshness: Freshness?
  /// A word about what was just done: "Copied."
  public var notice: String?
  /// How many lines of the text are above the window.
  public var top = 0

  public init(id: Post.ID, title: String) {
    self.id = id
    self.title = title
  }
}

/// What can be done with a post.
public enum PostDetailAction: Equatable, Sendable {
  /// The screen is there for the first time.
  case appeared
  /// The screen will not come back.
  case disappeared
  /// Load again; what is shown stays until then.
  case reload
  /// Scroll by lines; `lines` is how many there are, `height` how many fit.
  case scroll(by: Int, lines: Int, height: Int)
  /// Show the post that many places further on in the list.
  case neighbour(Int)
  /// Copy the post to the clipboard.
  case copy
  /// Open the post in the browser.
  case browse
}

/// A post and what can be done with it.
public typealias PostDetailViewModel = ViewModel<PostDetailState, PostDetailAction>
