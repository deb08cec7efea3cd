import CachedResource
import Essentials
import FlagsStore
import ItemDetail
import LineEditor
import NetworkClient
import Observed
import StyleGuide
import TestSupport
import Testing

/// Tests of moving from one item to another, and of the notices meanwhile.
extension ItemDetailTests {
  @Test func `a note from an earlier answer stays when a newer answer lacks it`() async {
    let (source, answers) = source(cached: nil)
    let sut = sut(source)
    let load = sut.send(.appeared)
    answers.yield(Loaded(text(note: "old"), from: .server, fetchedAt: Self.now))
    await sut.wait { $0.item.value?.note == "old" }
    var newer = text(note: nil)
    newer.body = "newer"
    answers.yield(Loaded(newer, from: .server, fetchedAt: Self.now))
    await sut.wait { $0.item.value?.body == "newer" }
    #expect(sut.state().item.value?.note == "old")
    answers.finish()
    await load.value
  }

  @Test func `a typed number opens its item, and an empty or cancelled number opens none`() async {
    let sut = sut(source())
    await sut.send(.appeared).value
    for edit: LineEdit in [.insert("4"), .insert("x"), .insert("٣"), .insert("04")] {
      _ = sut.send(.beginNumber)
      _ = sut.send(.type(.edit(edit)))
    }
    _ = sut.send(.type(.edit(.insert("2"))))
    #expect(sut.state().number == "042")
    await sut.send(.type(.accept)).value
    #expect(sut.state().heading == TextHeading(id: 42, title: "Loaded 42"))
    #expect(sut.state().number == nil)
    _ = sut.send(.beginNumber)
    await sut.send(.type(.accept)).value
    #expect(sut.state().heading.id == 42, "an empty number changes nothing")
    #expect(sut.state().number == nil, "an empty number changes nothing")
    _ = sut.send(.beginNumber)
    _ = sut.send(.type(.edit(.deleteLeft)))
    #expect(sut.state().number == nil, "deleting from an empty number cancels it")
    _ = sut.send(.beginNumber)
    _ = sut.send(.type(.edit(.insert("7"))))
    _ = sut.send(.type(.cancel))
    #expect(sut.state().number == nil)
    #expect(sut.state().heading.id == 42)
    _ = sut.send(.type(.edit(.insert("7"))))
    #expect(sut.state().number == nil)
  }

  @Test func `a number too large for an integer opens no item, and a notice says so`() async {
    let asked = CallRecorder<Int>()
    let sut = sut(
      changed {
        $0.numbered = {
          asked.record($0)
          return TextHeading(id: 9, title: "nine")
        }
      })
    _ = sut.send(.beginNumber)
    _ = sut.send(.type(.edit(.insert("99999999999999999999"))))
    await sut.send(.type(.accept)).value
    #expect(asked.all == [])
    #expect(sut.state().number == nil)
    #expect(sut.state().notice == "There is no number 99999999999999999999.")
  }

  @Test func `no number can be typed when items have no numbers`() {
    let sut = sut(changed { $0.numbered = nil })
    _ = sut.send(.beginNumber)
    #expect(sut.state().number == nil)
  }

  @Test func `leaving the page during a turn stays at the shown item and drops queued turns`() async {
    let gate = Gate()
    let asked = CallRecorder<Int>()
    let sut = sut(
      source { from, _ in
        asked.record(from.id)
        // The screen has disappeared by the time this returns, so its result is ignored.
        try? await gate.pause()
        return TextHeading(id: from.id + 1, title: "next")
      })
    await sut.send(.appeared).value
    let turns = [sut.send(.neighbour(1)), sut.send(.neighbour(1))]
    await gate.arrived()
    await sut.send(.disappeared).value
    for turn in turns { await turn.value }
    #expect(sut.state().heading.id == 1)
    #expect(asked.all == [1])
  }

  @Test func `a command shows its notice, or turns to another item after earlier turns`() async {
    let gate = Gate()
    let sut = sut(
      source { from, _ in
        try await gate.pause()
        return TextHeading(id: from.id + 1, title: "next")
      }
    ) { command, state in
      command == "say" ? .run { "said \(state.heading.id)" } : .turn { TextHeading(id: 50, title: "fifty") }
    }
    await sut.send(.command("say")).value
    #expect(sut.state().notice == "said 1")
    let first = sut.send(.neighbour(1))
    await gate.arrived()
    let second = sut.send(.command("turn"))
    #expect(sut.state().heading.id == 1)
    #expect(sut.state().notice == nil)
    await gate.open()
    await first.value
    await second.value
    #expect(sut.state().heading.id == 50)
  }

  @Test func `a failed turn stays at the item and shows the reason`() async {
    let sut = sut(source { [down] _, _ in throw down })
    await sut.send(.appeared).value
    await sut.send(.neighbour(1)).value
    #expect(sut.state().heading.id == 1)
    #expect(sut.state().notice == "Connection refused: http://host.")
    #expect(reported.all == [downExplained])
  }

  @Test func `a turn starts at the top, and a turn beyond either end of the list says so`() async {
    let sut = sut(source { $0.id == 1 && $1 > 0 ? TextHeading(id: 2, title: "Second") : nil })
    await sut.send(.appeared).value
    _ = sut.send(.scroll(to: 3))
    await sut.send(.neighbour(1)).value
    #expect(sut.state().heading.id == 2)
    #expect(sut.state().top == 0)
    await sut.send(.neighbour(1)).value
    #expect(sut.state().notice == "The list ends here.")
    await sut.send(.neighbour(-1)).value
    #expect(sut.state().notice == "The list begins here.")
    _ = sut.send(.scroll(to: 0))
    #expect(sut.state().notice == nil)
  }

  @Test func `a page follows the bookmark of the shown item only`() async {
    let flags = Observed<[Int: AsyncStream<ItemFlags>.Continuation]>([:])
    let sut = sut(
      source {
        $0.id == 1 && $1 > 0 ? TextHeading(id: 2, title: "Second") : nil
      } changing: { source in
        source.flags = { heading in
          let (stream, continuation) = AsyncStream.makeStream(of: ItemFlags.self)
          flags.update { $0[heading.id] = continuation }
          return stream
        }
      })
    await sut.send(.appeared).value
    flags.value[1]?.yield(ItemFlags(bookmarkedAt: .distantPast))
    await sut.wait { $0.flags.isBookmarked }
    await sut.send(.neighbour(1)).value
    #expect(!sut.state().flags.isBookmarked)
    flags.value[1]?.yield(ItemFlags(bookmarkedAt: .distantPast))
    flags.value[2]?.yield(ItemFlags(bookmarkedAt: .distantPast))
    await sut.wait { $0.flags.isBookmarked }
    #expect(sut.state().heading.id == 2)
    let ended = AsyncStream.makeStream(of: Void.self)
    flags.value[2]?.onTermination = { _ in ended.continuation.finish() }
    _ = sut.send(.disappeared)
    for await _ in ended.stream {}
  }

  @Test func `a missing item is reported by its own name, without advice about the server`() async {
    let missing = NoCachedCopy(failure: NetworkClient.Error.rejected(status: 404))
    let sut = sut(
      changed {
        $0.load = { _ in Loads { $0.finish(throwing: missing) } }
        $0.missing = { "there is no text \($0.id)" }
      })
    await sut.send(.appeared).value
    #expect(sut.state().item.failure == "there is no text 1")
    #expect(reported.all == ["there is no text 1"])
  }

  @Test func `an item is missing only while the server's last answer is 404`() async {
    let failure = Observed<any Error & Sendable>(down)
    let sut = sut(
      source { _, _ in
        TextHeading(id: 2, title: "Second")
      } changing: { source in
        source.load = { _ in Loads { $0.finish(throwing: NoCachedCopy(failure: failure.value)) } }
      })
    #expect(!sut.state().isMissing)
    #expect(!sut.state().flags.isBookmarked)
    await sut.send(.appeared).value
    #expect(!sut.state().isMissing, "the server was not reached")
    failure.replace(with: NetworkClient.Error.rejected(status: 404))
    let load = sut.send(.reload)
    await load.value
    #expect(sut.state().isMissing)
    failure.replace(with: down)
    await sut.send(.reload).value
    #expect(!sut.state().isMissing)
    failure.replace(with: NetworkClient.Error.rejected(status: 404))
    await sut.send(.reload).value
    failure.replace(with: down)
    await sut.send(.neighbour(1)).value
    #expect(sut.state().heading.id == 2)
    #expect(!sut.state().isMissing)
  }

  @Test func `the notice of a turn is shown until the turn ends or is cancelled`() async {
    let gate = Gate()
    let sut = sut(source()) { command, _ in
      .turn(saying: "looking") {
        try await gate.pause()
        if command == "say" { throw CancellationError() }
        return TextHeading(id: 7, title: "seven")
      }
    }
    for (command, id) in [("say", 1), ("turn", 7)] {
      let turn = sut.send(.command(command))
      #expect(sut.state().notice == "looking")
      await gate.open()
      await turn.value
      #expect(sut.state().notice == nil)
      #expect(sut.state().heading.id == id)
    }
  }
}
