import Essentials
import ItemDetail
import Messages
import PostDomain
import PostText
import PostsRepository
import RichText
import StyleGuide
import TextLayout

extension DetailLayout {
  /// Adds the comments below a rule, each below the comment that it answers.
  mutating func add(_ comments: LatePart<[Comment]>, page: URL?, now: Date) {
    guard comments.value?.isEmpty != true else { return }
    addSpace()
    anchor = lines.count
    addRule()
    switch comments {
    case .awaited: add("Loading the comments…", .quiet)
    case .unknown: add("Cannot load the comments.", .quiet)
    case .known(let comments): add(comments.threaded, page: page, now: now)
    }
  }

  private mutating func add(_ comments: [ThreadedComment], page: URL?, now: Date) {
    add(Messages.counted(comments.count, "comment"), .heading)
    for threaded in comments {
      addSpace()
      add(threaded, page: page, now: now)
    }
  }

  private mutating func add(_ threaded: ThreadedComment, page: URL?, now: Date) {
    let indentation = min(2 * threaded.depth, 16, measure / 3)
    let comment = threaded.comment
    let name = TextLayout.line(comment.name).trimmed
    let date = comment.date.map { " · " + Messages.dayOrAge(of: $0, now: now) } ?? ""
    add(name: name.isEmpty ? "Somebody" : name, date, indentation: indentation)
    if !comment.body.trimmed.isEmpty { add(RichText(post: comment.body, on: page), indentation: indentation) }
  }
}
