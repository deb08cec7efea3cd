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
