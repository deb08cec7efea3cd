import ComicDomain
import ComicsRepository
import Database
import Essentials
import ItemMarks
import ItemsLoader
import Messages
import NetworkClient
import TextLayout

/// Prints one comic, and where it came from.
func printComic(
  _ choice: Invocation.ComicChoice, of comics: ComicsRepository, report: Report, now: @Sendable () -> Date
) async throws {
  switch choice {
  case .latest:
    try printItem(try await comics.latest(), text: \.text, json: \.json, report: report, now: now)
  case .random:
    try await printDetail(comics.detail(comics.random()), text: \.text, json: \.json, report: report, now: now)
  case .number(let number):
    try await printDetail(comics.detail(Comic.ID(number)), text: \.text, json: \.json, report: report, now: now)
  }
}

/// Bookmarks a comic, or takes its bookmark away, and says so when that is safe. Then its picture is waited for: the
/// program ends here.
func printBookmark(of number: Int, isRemoved: Bool, in comics: ComicsRepository, report: Report) async throws {
  let id = Comic.ID(number)
  var comic = await comics.keptComic(id)?.value
  if !isRemoved, comic == nil {
    do {
      for try await loaded in comics.detail(id) { comic = loaded.value }
    } catch let error as NothingKept {
      // What is known not to be there is not bookmarked; what cannot be asked about is.
      if case NetworkClient.Error.rejected(404) = error.failure { throw error }
    }
  }
  let isChanged: Bool
  do {
    isChanged = try await comics.marks.setBookmarked(id, !isRemoved) != nil
  } catch let error as DatabaseError {
    throw StateFailure(cause: error)
  }
  switch report.invocation.format {
  case .json:
    try report.output.write(#"{"number":\#(number),"bookmarked":\#(!isRemoved),"changed":\#(isChanged)}"# + "\n")
  case .text:
    let name = "comic \(number)" + (comic.map { ", \(TextLayout.line($0.title))," } ?? "")
    let state = isRemoved ? "not bookmarked" : "bookmarked"
    try report.output.write(
      "\(name) is \(state)\(isChanged == isRemoved ? (isRemoved ? " any more" : " already") : "")\n")
  }
  guard !isRemoved else { return }
  do { try await comics.keepOffline(id) } catch {
    try Task.checkCancellation()
    if error is NoPicture { return }
    let why = error is DatabaseError ? Messages.notKept(error) : Messages.failure(error, server: report.server)
    report.notice("\(comic == nil ? "the comic" : "its picture") is not saved yet: \(why).")
  }
}

/// What cannot be had again could not be written.
struct StateFailure: Error {
  var cause: DatabaseError
}

extension Comic {
  /// Title, hover text, number, date, the addresses, transcript; what is unknown is a dash.
  fileprivate var text: String {
    let alt = TextLayout.paragraphs(alt)
    let fields = [
      ("Number:", "\(id)"), ("Date:", date?.description ?? "—"), ("Picture:", picture?.absoluteString ?? "—"),
    ]
    let link = self.link.map { [("Link:", $0.absoluteString)] } ?? []
    let lines = (fields + link).map { name, value in
      name + String(repeating: " ", count: 10 - name.count) + TextLayout.line(value)
    }
    let parts = [TextLayout.line(title), alt, lines.joined(separator: "\n"), transcript?.text ?? ""]
    return parts.filter { !$0.isEmpty }.joined(separator: "\n\n") + "\n"
  }
}

extension Transcript {
  fileprivate var text: String {
    var lines = ["Transcript:"]
    if let foreignTitleText {
      lines.append(
        "(This is likely to be the transcript of another comic, whose hover text is: "
          + "\(TextLayout.line(foreignTitleText)))")
    }
    lines += parts.map { part in
      let text = TextLayout.paragraphs(part.text)
      return switch part {
      case .scene: "[\(text)]"
      case .line: text
      case .sound: "<\(text)>"
      case .note: "(\(text))"
      }
    }
    return lines.joined(separator: "\n")
  }
}
