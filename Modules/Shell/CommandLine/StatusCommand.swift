import Essentials
import Messages
import Repositories
import Settings
import Store
import TextLayout

extension Command {
  /// Prints the saved data of each server.
  static let status = Command(
    name: "status", usages: ["status": "print what is saved of each server, and where"]
  ) { words, _ throws(UsageError) in
    try words.expectNoArguments()
    return Action { run in try await run.printStatus() }
  }
}

extension CommandRun {
  fileprivate func printStatus() async throws {
    let servers: [ServerData]
    do { servers = try await repositories.localData.all() } catch {
      try Task.checkCancellation()
      let why = Messages.savingFailure(error)
      throw CommandFailure(
        "cannot read the folders of saved copies (\(why)). \(Messages.savingAdvice(error, option: "--cache"))")
    }
    let files = servers.compactMap(\.cache)
    let size = Messages.size(files.reduce(0) { $0 + $1.bytes })
    let sum = files.isEmpty ? "" : "\nsaved copies: \(size) of at most \(Messages.size(settings.keep))\n"
    try print(
      lines: servers.map { $0.text(now: now()) }.joined(separator: "\n") + sum, json: servers.map(\.json))
    if servers.isEmpty { notice("nothing is saved yet. Save everything with: \(satchel) sync") }
    for server in servers {
      for failure in server.failures {
        let advice = Messages.savingAdvice(failure, option: "--cache")
        error("\(server.address): \(Messages.notRead(failure)). \(advice)")
      }
    }
    try end(servers.allSatisfy(\.failures.isEmpty) ? .success : .unavailable)
  }
}

extension ServerData {
  /// The address, and a line for each kind of saved data.
  fileprivate func text(now: Date) -> String {
    func list(_ list: SavedList, _ more: (Int, String)...) -> String? {
      let parts = more.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
      guard list.count > 0 || !parts.isEmpty else { return nil }
      let age = list.fetchedAt.map { ["from " + Messages.age(of: $0, now: now)] } ?? []
      return (["\(list.count)"] + parts + age).joined(separator: ", ")
    }
    func file(_ file: SavedFile) -> String { "\(Messages.size(file.bytes)) in \(TextLayout.line(file.path))" }
    func counted(_ pictures: StoreUsage) -> (Int, String) {
      (pictures.count, "\(pictures.count == 1 ? "picture" : "pictures") (\(Messages.size(pictures.bytes)))")
    }
    let lines: [(name: String, text: String?)] = [
      ("posts", list(posts, (comments, "with comments"), counted(postPictures))),
      ("comics", list(comics, counted(pictures))),
      ("to-dos", list(todos, (waiting, "waiting to be sent"), (refused, "refused"))),
      ("bookmarks", bookmarks > 0 ? "\(bookmarks)" : nil), ("codes", codes > 0 ? "\(codes) fetched" : nil),
      ("cache", cache.map(file)), ("state", state.map(file)),
    ]
    return TextLayout.line(address) + "\n"
      + lines.compactMap { name, text in text.map { "  \(name.padded(to: 11))\($0)\n" } }.joined()
  }

  /// The numbers of the saved data, and sizes in bytes.
  fileprivate var json: JSON {
    func file(_ file: SavedFile?) -> JSON {
      file.map { ["path": $0.path.json, "bytes": $0.bytes.json] } ?? .null
    }
    func counted(_ pictures: StoreUsage) -> JSON {
      ["pictures": pictures.count.json, "pictureBytes": pictures.bytes.json]
    }
    func list(_ list: SavedList, _ more: JSON) -> JSON {
      JSON(joining: [["count": list.count.json, "fetched": list.fetchedAt.json], more])
    }
    return [
      "server": address.json,
      "posts": list(posts, JSON(joining: [["comments": comments.json], counted(postPictures)])),
      "comics": list(comics, counted(pictures)),
      "todos": list(todos, ["waiting": waiting.json, "refused": refused.json]), "bookmarks": bookmarks.json,
      "codes": codes.json, "cache": file(cache), "state": file(state),
    ]
  }
}
