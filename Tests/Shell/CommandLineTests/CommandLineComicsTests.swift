import CachedResource
import ComicDomain
import ComicsRepository
import CommandLine
import Database
import DatabaseLive
import FlagsRepository
import FlagsStore
import FlagsStoreLive
import Foundation
import NetworkClient
import PagedList
import Sync
import TestSupport
import Testing

extension CommandLineTests {
  static let refused = NetworkClient.Error.unreachable(.refused)

  @Test func `comics prints one line per comic, newest first: number, tab, title`() async throws {
    #expect(
      try await run("comics")
        == RunResult(text: "5\tTide Table\n4\tClichéd Weather\n2\t紙飛行機\n1\tHello\n", notes: [], status: .success))
    #expect(try await run("comics --limit 1").text == "5\tTide Table\n")
    #expect(try await run("comics --search cliched").text == "4\tClichéd Weather\n")
    #expect(
      try await run("comics --search zzz").notes == ["satchel: no match for zzz in 4 titles at http://host."])
    #expect(
      try await run("comics --format json --limit 2").text == """
        [
          {"number":5,"title":"Tide Table","date":"2024-02-29","address":"http://host/5/",\
        "unread":true,"bookmarked":false,"failure":null},
          {"number":4,"title":"Clichéd Weather","date":"2024-02-27","address":"http://host/4/",\
        "unread":true,"bookmarked":false,"failure":null}
        ]

        """)
  }

  @Test func `a search says how many comics without a title it left out`() async throws {
    let comics = ComicsRepository.stub(
      [], failed: [Comic.ID(7): .rejected(status: 500), Comic.ID(8): .undecodable("")])
    #expect(
      try await run("comics --search zzz", comics: comics).notes.last
        == "satchel: no match for zzz in 0 titles at http://host; 2 comics without a title were left out.")
  }

  @Test func `comics prints a comic that failed to load with the reason`() async throws {
    let comics = ComicsRepository.stub(failed: [Comic.ID(4): .rejected(status: 500)])
    let why = "server error (500): http://host"
    #expect(try await run("comics", comics: comics).text.contains("\n4\t— (\(why))\n"))
    let json = try await run("comics -f json", comics: comics).text
    #expect(
      json.contains(
        #"{"number":4,"title":null,"date":null,"address":"http://host/4/","unread":true,"bookmarked":false,"#
          + #""failure":"\#(why)"}"#))
  }

  @Test func `comics --bookmarked lists only bookmarked comics, the newest bookmark first`() async throws {
    let flags = FlagsStore.live(database: .memory())
    for (id, date) in [(1, Self.now), (2, Self.now.addingTimeInterval(-9)), (7, .distantPast)] {
      _ = try await flags.addBookmark(Bookmark(kind: .comic, id: "\(id)", addedAt: date))
    }
    let comics = ComicsRepository.stub(flags: flags)
    #expect(
      try await run("comics --bookmarked", comics: comics)
        == RunResult(text: "1\tHello\n2\t紙飛行機\n7\t— (not saved)\n", notes: [], status: .success))
    #expect(try await run("comics --bookmarked --search hello", comics: comics).text == "1\tHello\n")
    #expect(
      try await run("comics --bookmarked")
        == RunResult(
          text: "", notes: ["satchel: no bookmarked comics. Bookmark one with: satchel bookmark comic N"],
          status: .success))
  }

  @Test func `comic prints all details of one comic`() async throws {
    #expect(
      try await run("comic 4").text == """
        Clichéd Weather

        It is raining cats; the dogs were delayed.

        Number:   4
        Date:     2024-02-27
        Picture:  http://localhost:8000/pictures/weather.jpg
        Link:     http://localhost:8000/weather

        Transcript:
        (Headline)
        Radio: Later in the day, the day gets later.

        """)
    #expect(try await run("comic 1").text == "Hello\n\nNumber:   1\nDate:     —\nPicture:  —\n")
    #expect(try await run("comic latest").text.hasPrefix("Tide Table\n"))
    #expect(try await run("comic random").text.hasPrefix("Tide Table\n"))
    #expect(
      try await run("comic 1 --format json").text == """
        {"number":1,"title":"Hello","alt":"","date":null,"picture":null,"link":null,\
        "news":"This is the first one.\\nThere will be more.","transcript":null}

        """)
    #expect(
      try await run("comic 4 --format json").text.hasSuffix(
        #""transcript":{"parts":[{"kind":"note","text":"Headline"},{"kind":"line","text":"#
          + #""Radio: Later in the day, the day gets later."}],"foreignTitleText":null}}"# + "\n"))
  }

  @Test func `a transcript of another comic is labelled as such, and control characters are replaced`() async throws {
    let comic = Comic(
      id: Comic.ID(9), title: "a\u{1b}[2J", alt: "one\r\ntwo\u{1b}",
      transcript: Transcript([.init(.scene, "x\u{1b}"), .init(.sound, "y")], foreignTitleText: "else\u{7}"))
    let text = try await run("comic 9", comics: .stub([comic])).text
    #expect(!text.contains("\u{1b}"))
    #expect(!text.contains("\u{7}"))
    #expect(
      text.hasSuffix(
        "Transcript:\n(This is likely to be the transcript of another comic, whose hover text is: else␇)\n[x␛]\n<y>\n"))
    #expect(
      try await run("comic 9", comics: .stub([comic]), width: 20).text.split(separator: "\n").allSatisfy {
        $0.count <= 20
      })
  }

  @Test func `a comic that cannot be loaded ends with a status and a notice that say why`() async throws {
    #expect(
      try await run("comic 404")
        == RunResult(
          text: "", notes: ["satchel: there is no comic 404 at http://host. List them with: satchel comics"],
          status: .noSuchItem))
    let down = ComicsRepository.failing(NoCachedCopy(failure: Self.refused))
    for line in ["comics", "comic 1", "comic latest", "comic random", "comics -f json"] {
      let printed = try await run(line, comics: down)
      #expect(printed.status == .unavailable, "\(line)")
      #expect(printed.text == "", "\(line)")
      #expect(printed.notes.first?.hasPrefix("satchel: connection refused: http://host") == true)
    }
    var localData = ComicsRepository.stub()
    localData.latest = {
      Loaded(
        Comic(id: Comic.ID(1), title: "t"), from: .cache, fetchedAt: Self.now.addingTimeInterval(-120),
        failure: Self.refused)
    }
    #expect(
      try await run("comic latest", comics: localData).notes
        == ["satchel: connection refused: http://host; showing the copy saved 2 minutes ago."])
  }

  @Test func `notices about comics name the comics server, and notices about posts the posts server`() async throws {
    let line = "--comics-server https://xkcd.example"
    #expect(try await run("comic 404 \(line)").notes.first?.contains("https://xkcd.example") == true)
    let posts = try await run("post 99 \(line)").notes
    #expect(posts.first?.contains("http://host") == true)
  }

  @Test func `bookmark comic prints whether it changed anything, and downloads the comic`() async throws {
    let flags = FlagsStore.live(database: .memory())
    let localData = CallRecorder<Int>()
    var comics = ComicsRepository.stub(flags: flags)
    comics.download.item = { localData.record($0.number) }
    func printed(_ line: String) async throws -> String {
      let printed = try await run(line, comics: comics)
      #expect(printed.notes == [])
      #expect(printed.status == .success)
      return printed.text
    }
    #expect(try await printed("bookmark comic 4") == "comic 4, Clichéd Weather, is bookmarked\n")
    #expect(try await flags.bookmarks(.comic).count == 1)
    #expect(localData.all == [4])
    #expect(try await printed("bookmark comic 4") == "comic 4, Clichéd Weather, is bookmarked already\n")
    #expect(try await printed("bookmark comic 4 -f json") == #"{"number":4,"bookmarked":true,"changed":false}"# + "\n")
    #expect(try await printed("bookmark comic 4 --remove") == "comic 4, Clichéd Weather, is not bookmarked any more\n")
    #expect(try await printed("bookmark comic 4 --remove") == "comic 4, Clichéd Weather, is not bookmarked\n")
    #expect(
      try await printed("bookmark comic 4 --remove -f json") == #"{"number":4,"bookmarked":false,"changed":false}"#
        + "\n")
    #expect(try await flags.bookmarks(.comic).count == 0)
  }

  @Test func `a missing comic is not bookmarked, but one that cannot be loaded is`() async throws {
    let flags = FlagsStore.live(database: .memory())
    #expect(try await run("bookmark comic 404", comics: .stub(flags: flags)).status == .noSuchItem)
    #expect(try await flags.bookmarks(.comic).count == 0)
    var down = ComicsRepository.failing(NoCachedCopy(failure: Self.refused))
    down.flags = ComicsRepository.stub(flags: flags).flags
    #expect(
      try await run("bookmark comic 404", comics: down)
        == RunResult(
          text: "comic 404 is bookmarked\n",
          notes: ["satchel: the comic is not saved yet: connection refused: http://host."], status: .success)
    )
  }

  @Test func `a bookmark that cannot be saved is an error that says so`() async throws {
    var comics = ComicsRepository.stub()
    comics.flags.setBookmarked = { _, _ in throw DatabaseError.noSpace }
    for line in ["bookmark comic 4", "bookmark comic 4 --remove"] {
      #expect(
        try await run(line, comics: comics)
          == RunResult(
            text: "",
            notes: [
              "satchel: cannot save in /states/satchel/ (disk full); nothing changed. "
                + "Free some space, or choose another folder with --state."
            ], status: .unavailable))
    }
  }

  @Test func `bookmarking a comic succeeds even when its picture cannot be saved or does not exist`() async throws {
    var comics = ComicsRepository.stub(flags: .live(database: .memory()))
    comics.download.item = { _ in throw NoCachedCopy(failure: Self.refused) }
    let printed = try await run("bookmark comic 4", comics: comics)
    #expect(printed.status == .success)
    #expect(printed.text == "comic 4, Clichéd Weather, is bookmarked\n")
    #expect(printed.notes == ["satchel: its picture is not saved yet: connection refused: http://host."])
    comics.download.saved = { _ in .all(.distantPast) }
    #expect(try await run("bookmark comic 4", comics: comics).notes == [], "an older copy of the picture is saved")
    comics.download.saved = { _ in .item }
    comics.download.item = { _ in throw NothingToDownload() }
    #expect(try await run("bookmark comic 4", comics: comics).notes == [])
    comics.download.saved = { _ in .all(.distantPast) }
    comics.download.item = { _ in }
    #expect(
      try await run("bookmark comic 4", comics: comics, cacheFailure: DatabaseError.noSpace).notes
        == ["satchel: its picture is not saved yet: cannot save (disk full)."])
  }
}
