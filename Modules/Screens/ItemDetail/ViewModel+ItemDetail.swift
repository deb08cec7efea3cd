import Essentials
import LineEditor
import Messages
public import Observed
public import Screen
import StyleGuide

extension ViewModel {
  /// Returns a view model that shows an item, then its neighbours: the cached copy at once, then the server's latest.
  ///
  /// - Parameters:
  ///   - heading: The heading of the first item, which is shown until its content is read.
  ///   - source: Loads items, and is told which of them are opened.
  ///   - environment: The date, the clock, and what else all screens share.
  ///   - isOpen: Whether the reader has opened the item. An item in the preview of a list is not open, and until
  ///     `.opened` is sent, neither `opened` nor `positionChanged` of the source is called.
  ///   - words: The words to highlight from the beginning; nil for none.
  ///   - perform: Returns the work of a command.
  public static func live<Heading, Value, Command>(
    _ heading: Heading, _ source: ItemDetailSource<Heading, Value>, _ environment: ScreenEnvironment,
    isOpen: Bool = true, words: String? = nil,
    perform:
      @escaping @Sendable (_ command: Command, _ state: ItemDetailState<Heading, Value>) -> ItemDetailWork<Heading>
  ) -> Self where State == ItemDetailState<Heading, Value>, Action == ItemDetailAction<Command> {
    var first = ItemDetailState<Heading, Value>(heading)
    first.search = DetailSearch(words: words)
    let state = Observed(first)
    let isOpen = Observed(isOpen)
    let source = source.reporting(while: { isOpen.value })
    let tasks = DetailTasks(
      state: state, source: source, environment: environment, retrying: Retrying(environment))
    @Sendable func work(_ work: ItemDetailWork<Heading>) -> Task<Void, Never>? {
      switch work {
      case .turn(let saying, let otherwise, let find):
        return tasks.turn(saying: saying, otherwise: otherwise) { _ in try await find() }
      case .run(let work):
        return Task {
          let notice = await work()
          state.update { $0.notice = notice }
        }
      }
    }
    /// Reports the position in a text, but not before there is one.
    @Sendable func report(from top: DetailPosition) {
      let now = state.value
      if now.top != top, now.item.value != nil { source.positionChanged(now.heading, now.top) }
    }
    return Self(state) { action in
      let top = state.update { state in
        state.notice = nil
        state.link = nil
        return state.top
      }
      // An item that appears restores its position; that is no change, however soon it is there.
      defer { if case .appeared = action {} else { report(from: top) } }
      switch action {
      case .appeared:
        tasks.watchFlags()
        return tasks.load(isFirst: true)
      case .opened:
        isOpen.replace(with: true)
        let state = state.value
        if state.item.value != nil { source.opened(state.heading) }
      case .reload:
        state.update { $0.notice = source.reloadNotice($0.heading) }
        return tasks.load()
      case .disappeared: tasks.stop()
      case .scroll(let top): state.update { $0.top = top }
      case .neighbour(let step):
        return tasks.turn(otherwise: step > 0 ? "The list ends here." : "The list begins here.") {
          try await source.neighbour($0, step)
        }
      case .beginNumber: state.update { $0.number = source.numbered == nil ? nil : "" }
      case .type(.edit(let edit)): state.update { $0.number = $0.number.flatMap(edit.applied) }
      case .type(.cancel): state.update { $0.number = nil }
      case .type(.accept):
        guard let number = state.update({ $0.takeNumber() }), let numbered = source.numbered else { return nil }
        return tasks.turn { _ in numbered(number) }
      case .jump(let top, let returning):
        state.update {
          $0.top = top
          $0.returnPosition = returning
        }
      case .find(let search, let top, let notice):
        state.update { $0.find(search, top: top, notice: notice) }
      case .choose(let digits): state.update { $0.link = digits }
      case .follow(let address):
        guard let url = URL(string: address) else { return nil }
        let value = state.value.item.value
        return work(
          .run {
            if let follow = source.follow { await follow(url, value) } else { await environment.browsed(url) }
          })
      case .nextUnread: return source.atEnd.flatMap { work($0(state.value.heading)) }
      case .say(let notice): state.update { $0.notice = notice }
      case .command(let command): return work(perform(command, state.value))
      }
      return nil
    }
  }
}

extension ItemDetailSource {
  /// Returns the source with `opened` and `positionChanged` called only while a condition holds.
  fileprivate func reporting(while isOpen: @escaping @Sendable () -> Bool) -> Self {
    var source = self
    source.opened = { if isOpen() { opened($0) } }
    source.positionChanged = { if isOpen() { positionChanged($0, $1) } }
    return source
  }
}

extension ItemDetailState {
  /// Ends the typing of a number and returns the number; nil if none was typed.
  mutating func takeNumber() -> Int? {
    defer { number = nil }
    guard let number, !number.isEmpty else { return nil }
    if Int(number) == nil { notice = "There is no number \(number)." }
    return Int(number)
  }
}
