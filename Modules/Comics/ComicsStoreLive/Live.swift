import ComicDomain
public import ComicsStore
public import Database
import Essentials
public import Feed
import FeedTable
import NetworkClient

extension ComicsStore {
  /// The comics in tables of their own. A search looks at titles.
  public static func live(database: Database) -> Self {
    .table(
      "comics", version: 2,
      columns: [
        "state TEXT NOT NULL", "failure TEXT", "title TEXT", "alt TEXT", "transcript TEXT", "picture TEXT",
        "link TEXT", "date TEXT", "news TEXT",
      ], in: database,
      id: \.description, identity: { Comic.ID(Int($0) ?? 0) }, encode: \.columns, decode: { KeptComic($0) },
      text: \.title)
  }
}

extension KeptComic {
  /// For `state`, `failure`, and the comic's own columns.
  fileprivate var columns: [DatabaseValue] {
    switch self {
    case .comic(let comic):
      [
        .text("comic"), .null, .text(comic.title), .text(comic.alt), .text(comic.transcript.map(TranscriptRecord.init)),
        .text(comic.picture?.absoluteString), .text(comic.link?.absoluteString), .text(comic.date?.description),
        .text(comic.news),
      ]
    case .failed(_, let error): [.text("failed"), .text(FailureRecord(error))] + Self.noComic
    case .gap: [.text("gap"), .null] + Self.noComic
    }
  }

  private static let noComic = Array(repeating: DatabaseValue.null, count: 7)

  fileprivate init?(_ row: Row) {
    guard let id = row.text(0).flatMap({ Int($0) }).map({ Comic.ID($0) }) else { return nil }
    switch row.text(1) {
    case "comic":
      guard let title = row.text(3), let alt = row.text(4), let news = row.text(9) else { return nil }
      self = .comic(
        Comic(
          id: id, title: title, alt: alt, transcript: row.record(5, as: TranscriptRecord.self)?.transcript,
          picture: row.text(6).flatMap { URL(string: $0) }, link: row.text(7).flatMap { URL(string: $0) },
          date: row.text(8).flatMap { CalendarDate($0) }, news: news))
    case "failed":
      guard let error = row.record(2, as: FailureRecord.self)?.error else { return nil }
      self = .failed(id, error)
    case "gap": self = .gap(id)
    default: return nil
    }
  }
}

extension CalendarDate {
  /// From its description.
  fileprivate init?(_ text: String) {
    let parts = text.split(separator: "-").compactMap { Int($0) }
    guard parts.count == 3 else { return nil }
    self.init(year: parts[0], month: parts[1], day: parts[2])
  }
}

extension DatabaseValue {
  /// A text, or nothing.
  fileprivate static func text(_ text: String?) -> Self { text.map { .text($0) } ?? .null }

  /// A record as JSON, the same text each time; or nothing.
  fileprivate static func text(_ record: (some Encodable)?) -> Self {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return record.flatMap { try? encoder.encode($0) }.map { .text(String(decoding: $0, as: UTF8.self)) } ?? .null
  }
}

extension Row {
  /// What a column holds as JSON; nil where it holds nothing, or nothing of that kind.
  fileprivate func record<Record: Decodable>(_ column: Int, as type: Record.Type) -> Record? {
    text(column).flatMap { try? JSONDecoder().decode(type, from: Data($0.utf8)) }
  }
}
