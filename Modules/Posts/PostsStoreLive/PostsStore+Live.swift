// Posts in a database.

public import Database
import Essentials
import ListTable
public import PagedList
import PostDomain
import PostText
public import PostsStore

extension PostsStore {
  /// Stores the posts in their own tables.
  public static func live(database: Database) -> Self {
    .table(
      "posts", version: 3, columns: \PostColumn.definition, in: database, id: \.text, identity: { Post.ID($0) },
      value: { $0.value(in: $1) }, decode: { Post($0) }, text: \.title, fullText: [.title, .body],
      dateColumns: [.listed, .date], hidingColumn: .hidden,
      duplicates: DuplicateRule(
        key: \.textKey, isSame: { $0.hasSameText(as: $1) }, isFuller: { $0.isFuller(than: $1) }))
  }
}

private enum PostColumn: Int, CodingKey, CaseIterable {
  case user, title, body
  /// Seconds since the start of 2001: a date is made of that, so that it comes back the same.
  case date
  case link
  case author, format, summary, base, updated
  /// The date in the order of the list, where it is not `date`.
  case listed
  case changed
  /// A line each; the parts of an enclosure have tabs between them.
  case categories, enclosures
  case commentsPage, commentsFeed, commentsCount
  case hidden
  case related, language
  case element

  var definition: ListColumn {
    switch self {
    case .user, .title, .body, .link: ListColumn(.text)
    case .date: ListColumn(.real)
    case .author, .base, .categories, .enclosures, .commentsPage, .commentsFeed: ListColumn(.text, addition: 1)
    case .format, .summary, .commentsCount: ListColumn(.integer, addition: 1)
    case .updated, .listed, .changed: ListColumn(.real, addition: 1)
    case .hidden: ListColumn(.integer, addition: 2)
    case .related, .language: ListColumn(.text, addition: 3)
    case .element: ListColumn(.integer, addition: 4)
    }
  }
}

extension Post {
  fileprivate func value(in column: PostColumn) -> DatabaseValue {
    switch column {
    case .user: .text(userID?.text)
    case .title: .text(title)
    case .body: .text(body)
    case .date: .real(date?.timeIntervalSinceReferenceDate)
    case .link: .text(link?.absoluteString)
    case .author: .text(self.author)
    case .format: self.format.map { .integer(Int64($0.rawValue)) } ?? .null
    case .summary: self.isSummary ? .integer(1) : .null
    case .base: .text(extras.base)
    case .updated: .real(self.updated?.timeIntervalSinceReferenceDate)
    case .listed: .real(self.listDate?.timeIntervalSinceReferenceDate)
    case .changed: .real(self.changedAt?.timeIntervalSinceReferenceDate)
    case .categories: .text(self.categories.isEmpty ? nil : self.categories.joined(separator: "\n"))
    case .enclosures: .text(self.enclosures.isEmpty ? nil : self.enclosures.map(\.line).joined(separator: "\n"))
    case .commentsPage: .text(self.discussion.page?.absoluteString)
    case .commentsFeed: .text(self.discussion.feed?.absoluteString)
    case .commentsCount: self.discussion.count.map { .integer(Int64($0)) } ?? .null
    case .hidden: self.hiding.map { .integer(Int64($0.rawValue)) } ?? .null
    case .related: .text(self.related?.absoluteString)
    case .language: .text(self.language)
    case .element: self.element.map { .integer(Int64($0.rawValue)) } ?? .null
    }
  }

  fileprivate init?(_ row: ListRow<PostColumn>) {
    guard let title = row.text(.title), let body = row.text(.body) else { return nil }
    func date(_ column: PostColumn) -> Date? { row.real(column).map { Date(timeIntervalSinceReferenceDate: $0) } }
    func url(_ column: PostColumn) -> URL? { row.text(column).flatMap { URL(string: $0) } }
    self.init(
      id: ID(row.id), userID: row.text(.user).map { User.ID($0) }, title: title, body: body, date: date(.date),
      link: url(.link))
    var extras = Extras()
    extras.author = row.text(.author)
    // Earlier versions wrote 3 for a text that was declared plain.
    extras.format = row.integer(.format).flatMap { BodyFormat(rawValue: $0 == 3 ? 2 : Int($0)) }
    extras.isSummary = row.integer(.summary) == 1
    extras.element = row.integer(.element).flatMap { TextElement(rawValue: Int($0)) }
    extras.base = row.text(.base)
    extras.updated = date(.updated)
    extras.listDate = date(.listed)
    extras.changedAt = date(.changed)
    extras.hiding = row.integer(.hidden).flatMap { Hiding(rawValue: Int($0)) }
    extras.related = url(.related)
    extras.language = row.text(.language)
    extras.categories = row.text(.categories)?.split(separator: "\n").map(String.init) ?? []
    extras.enclosures = row.text(.enclosures)?.split(separator: "\n").compactMap { Enclosure(line: $0) } ?? []
    extras.discussion = Discussion(
      page: url(.commentsPage), feed: url(.commentsFeed), count: row.integer(.commentsCount).map { Int($0) })
    self.extras = extras
  }
}

extension Enclosure {
  /// The address, the media type, the size and, if there is one, the title, with tabs between them.
  fileprivate var line: String {
    let values = [address.absoluteString, type ?? "", length.map { String($0) } ?? ""]
    return (values + (title.map { [$0] } ?? [])).joined(separator: "\t")
  }

  fileprivate init?(line: Substring) {
    let parts = line.split(separator: "\t", omittingEmptySubsequences: false)
    guard parts.count == 3 || parts.count == 4, let address = URL(string: String(parts[0])) else { return nil }
    self.init(
      address: address, type: parts[1].isEmpty ? nil : String(parts[1]), length: Int(parts[2]),
      title: parts.count == 4 ? String(parts[3]) : nil)
  }
}
