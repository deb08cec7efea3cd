// Comics in a database.

import ComicDomain
public import ComicsStore
public import Database
import Essentials
import ListTable
import NetworkClient
public import PagedList

extension ComicsStore {
  /// Returns a store that has its own tables. A search looks at titles only.
  public static func live(database: Database) -> Self {
    .table(
      "comics", version: 2, columns: \ComicColumn.definition, in: database, id: \.description,
      identity: Comic.ID.init(text:), value: { $0.value(in: $1) }, decode: { CachedComic($0) }, text: \.title,
      dateColumns: [.published])
  }
}

private enum ComicColumn: Int, CodingKey, CaseIterable {
  /// "comic", "gap", or "failed" with a failure.
  case state
  case failure, title, alt, transcript, picture, link, date, news
  /// The date as seconds since the start of 2001, for orders.
  case published

  var definition: ListColumn {
    switch self {
    case .state, .failure, .title, .alt, .transcript, .picture, .link, .date, .news: ListColumn(.text)
    case .published: ListColumn(.real, addition: 1, isDerived: true)
    }
  }
}

extension CachedComic {
  fileprivate func value(in column: ComicColumn) -> DatabaseValue {
    switch (self, column) {
    case (.comic, .state): .text("comic")
    case (.failed, .state): .text("failed")
    case (.gap, .state): .text("gap")
    case (.failed(_, let error), .failure): .text(FailureRecord(error))
    case (.comic(let comic), .title): .text(comic.title)
    case (.comic(let comic), .alt): .text(comic.alt)
    case (.comic(let comic), .transcript): .text(comic.transcript)
    case (.comic(let comic), .picture): .text(comic.picture?.absoluteString)
    case (.comic(let comic), .link): .text(comic.link?.absoluteString)
    case (.comic(let comic), .date): .text(comic.date?.description)
    case (.comic(let comic), .news): .text(comic.news)
    case (.comic(let comic), .published): .real(comic.date?.noon.timeIntervalSinceReferenceDate)
    case (.comic, .failure), (.failed, _), (.gap, _): .null
    }
  }

  fileprivate init?(_ row: ListRow<ComicColumn>) {
    guard let id = Int(row.id).map({ Comic.ID($0) }) else { return nil }
    switch row.text(.state) {
    case "comic":
      guard let title = row.text(.title), let alt = row.text(.alt), let news = row.text(.news) else { return nil }
      self = .comic(
        Comic(
          id: id, title: title, alt: alt,
          transcript: row.record(.transcript, as: Transcript.self),
          picture: row.text(.picture).flatMap { URL(string: $0) }, link: row.text(.link).flatMap { URL(string: $0) },
          date: row.text(.date).flatMap { CalendarDate($0) }, news: news))
    case "failed":
      guard let error = row.record(.failure, as: FailureRecord.self)?.error else { return nil }
      self = .failed(id, error)
    case "gap": self = .gap(id)
    default: return nil
    }
  }
}

extension DatabaseValue {
  /// Returns a record as JSON with sorted keys, so that equal records have equal texts; or null.
  fileprivate static func text(_ record: (some Encodable)?) -> Self {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return record.flatMap { try? encoder.encode($0) }.map { .text(String(decoding: $0, as: UTF8.self)) } ?? .null
  }
}

extension ListRow {
  /// Returns the record in a JSON column; nil if the column is null or holds something else.
  fileprivate func record<Record: Decodable>(_ column: Column, as type: Record.Type) -> Record? {
    text(column).flatMap { try? JSONDecoder().decode(type, from: Data($0.utf8)) }
  }
}
