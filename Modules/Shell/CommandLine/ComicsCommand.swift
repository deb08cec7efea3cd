import ComicDomain
import ComicsRepository
import Essentials
import FlagsRepository
import FlagsStore
import Messages
import PagedList
import Repositories
import Settings
import TextLayout

extension Command {
  /// Prints the titles of comics.
  static let comics = Command(
    name: "comics",
    usages: [
      "comics \(Option.usageOfLists)": "print the comics, newest first: number, tab, title"
    ],
    options: Option.ofLists
  ) { words, _ throws(UsageError) in
    let request = try words.listRequest(one: "comic N")
    return Action(server: \.comicsServer, saves: true) { run in
      let comics = run.repositories.comics
      try await run.printList(
        comics.list, request, as: .comics(run.server),
        checkFlags: { _ = try await comics.flags.flags([]) })
    }
  }
}

extension Listing<ComicEntry> {
  /// The titles of comics: number, tab, title, or the reason why a title is missing.
  fileprivate static func comics(_ server: URL) -> Self {
    @Sendable func failure(_ entry: ComicEntry) -> String? {
      switch entry.content {
      case .comic: nil
      case .failed(let error): Messages.failure(error, server: server)
      case .notSaved: "not saved"
      }
    }
    return Self(
      items: "comics", facts: { ListFacts(title: $0.title ?? "", isUnread: !$0.flags.isRead, date: $0.date?.noon) },
      text: { entry in
        "\(entry.id)\t" + TextLayout.line(entry.title ?? failure(entry).map { "— (\($0))" } ?? "—")
      },
      json: { $0.json(server, failure: failure($0)) },
      nothing: "no comics yet at \(server.absoluteString).")
  }
}
