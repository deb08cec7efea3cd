import ComicDomain
import ComicsRepository
import Essentials
import Repositories
import Settings
import TextLayout

extension Command {
  /// Prints one comic: the one with a number, the newest, or a random one.
  static let comic = Command(
    name: "comic",
    usages: [
      "comic N|latest|random": "print a comic: title, hover text, number, date,\npicture address, transcript"
    ],
    words: ["latest", "random"], items: .comics
  ) { words, _ throws(UsageError) in
    let word = try words.argument("number", "a number, latest or random: satchel comic latest")
    let number = positive(word)
    let names = ["latest", "random"]
    guard number != nil || names.contains(word) else {
      throw UsageError(word, isNot: ["a number from 1 up"] + names, of: "comic")
    }
    return Action(server: \.comicsServer, saves: true) { run in
      let comics = run.repositories.comics
      try await run.with("comic\(number.map { " \($0)" } ?? "")", listedBy: "comics") {
        if word == "latest" {
          try run.print(try await comics.latest(), text: \.text, json: \.json)
        } else {
          let id = if let number { Comic.ID(number) } else { try await comics.random() }
          try run.print(try await comics.detail(id), text: \.text, json: \.json)
        }
      }
    }
  }
}

extension Comic {
  /// Title, hover text, number, date, addresses and transcript; a dash stands for an unknown value.
  fileprivate var text: String {
    let alt = TextLayout.paragraphs(alt)
    let fields = [
      ("Number:", "\(id)"), ("Date:", date?.description ?? "—"), ("Picture:", picture?.absoluteString ?? "—"),
    ]
    let link = self.link.map { [("Link:", $0.absoluteString)] } ?? []
    let lines = (fields + link).map { name, value in name.padded(to: 10) + TextLayout.line(value) }
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
      return switch part.kind {
      case .scene: "[\(text)]"
      case .line: text
      case .sound: "<\(text)>"
      case .note: "(\(text))"
      }
    }
    return lines.joined(separator: "\n")
  }
}
