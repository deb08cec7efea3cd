import CachedResource
import ItemDetail
import Observed
import TestSupport
import Testing

extension ItemDetailTests {
  @Test func `an item starts at its saved position, and changes of the position are reported`() async {
    let told = CallRecorder<String>()
    let asked = CallRecorder<Int>()
    let sut = sut(
      source(neighbour: { heading, step in TextHeading(id: heading.id + step, title: "next") }) {
        $0.position = { heading in
          asked.record(heading.id)
          return heading.id == 1 ? 12 : nil
        }
        $0.positionChanged = { told.record("\($0.id) \($1.text)") }
      })
    await sut.send(.appeared).value
    #expect(sut.state().top == 12)
    _ = sut.send(.scroll(to: 15))
    _ = sut.send(.scroll(to: 15))
    _ = sut.send(.jump(to: 30, returning: 15))
    #expect(sut.state().top == 30)
    #expect(sut.state().returnPosition == 15)
    await sut.send(.reload).value
    #expect(sut.state().top == 30)
    await sut.send(.neighbour(1)).value
    #expect(sut.state().top == 0)
    #expect(sut.state().returnPosition == nil)
    #expect(told.all == ["1 15:0", "1 30:0"])
    #expect(asked.all == [1, 2])
  }

  @Test func `a previewed item is not opened and reports no position until it is opened`() async {
    let opened = CallRecorder<Int>()
    let placed = CallRecorder<DetailPosition>()
    let sut = sut(
      changed {
        $0.position = { _ in 12 }
        $0.opened = { opened.record($0.id) }
        $0.positionChanged = { placed.record($1) }
      }, isOpen: false)
    await sut.send(.appeared).value
    _ = sut.send(.scroll(to: 15))
    #expect(sut.state().item.value != nil)
    #expect(sut.state().top == 15)
    #expect(opened.all.isEmpty)
    #expect(placed.all.isEmpty)
    _ = sut.send(.opened)
    #expect(opened.all == [1])
    _ = sut.send(.scroll(to: 16))
    #expect(placed.all == [16])
    _ = sut.send(.opened)
    #expect(opened.all == [1, 1], "opening it again is reported, because it may have been marked as unread since")
  }

  @Test func `an item opened before it has loaded is opened once when it has`() async {
    let opened = CallRecorder<Int>()
    let (source, loads) = source(cached: nil)
    var told = source
    told.opened = { opened.record($0.id) }
    let sut = sut(told, isOpen: false)
    let load = sut.send(.appeared)
    _ = sut.send(.opened)
    #expect(opened.all.isEmpty)
    loads.yield(Loaded(text(), from: .server, fetchedAt: Self.now))
    loads.finish()
    await load.value
    #expect(opened.all == [1])
  }

  @Test func `a page without a text scrolls but reports no position`() async {
    let told = CallRecorder<DetailPosition>()
    let (source, loads) = source(cached: nil)
    var placed = source
    placed.position = { _ in nil }
    placed.positionChanged = { told.record($1) }
    let sut = sut(placed)
    let load = sut.send(.appeared)
    _ = sut.send(.scroll(to: 3))
    #expect(told.all == [])
    loads.finish()
    await load.value
    #expect(sut.state().top == 3)
  }

  @Test func `going on at the end turns to an item, says why it cannot, or does nothing`() async {
    let none = sut(source())
    #expect(none.send(.nextUnread) == nil)
    let sut = sut(
      changed {
        $0.atEnd = { heading in
          heading.id == 1 ? .turn { .init(id: 9, title: "unread") } : .turn(otherwise: "All read.") { nil }
        }
      })
    await sut.send(.appeared).value
    await sut.send(.nextUnread).value
    #expect(sut.state().heading.id == 9)
    #expect(sut.state().item.value?.heading.id == 9)
    await sut.send(.nextUnread).value
    #expect(sut.state().notice == "All read.")
  }

  @Test func `find sets the search, choose opens the link prompt, and follow opens the link`() async {
    let sut = sut(source())
    await sut.send(.appeared).value
    _ = sut.send(.find(DetailSearch("x"), top: 4, notice: "round"))
    #expect(sut.state().search == DetailSearch("x"))
    #expect(sut.state().top == 4)
    #expect(sut.state().notice == "round")
    _ = sut.send(.choose("1"))
    #expect(sut.state().link == "1")
    #expect(sut.state().notice == nil)
    await sut.send(.follow("https://a.org")).value
    #expect(sut.state().link == nil)
    #expect(sut.state().notice == "Opened in the browser.")
    #expect(sut.send(.follow("")) == nil)
  }
}
