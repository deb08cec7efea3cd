import Essentials
import LineEditor
import Messages
public import Observed
public import Screen
import StyleGuide

extension ViewModel {
  /// Shows one item, then its neighbours: what is kept at once, and the server's latest when it comes.
  /// - `isOpen`: whether the reader has opened it; where not, it is only looked at beside a list, and the source is not
  ///   told of it until it is opened.
  /// - `words`: what in its text is to stand out from the beginning; nil for nothing.
  /// - `perform`: what a command does.
  public static func live<Heading, Value, Command>(
    _ heading: Heading, _ source: ItemDetailSource<Heading, Value>, _ environment: ScreenEnvironment,
    isOpen: Bool = true, words: String? = nil,
    perform:
      @escaping @Sendable (_ command: Command, _ state: ItemDetailState<Heading, Value>) -> ItemDetailWork<Heading>
  ) -> Self where State == ItemDetailState<Heading, Value>, Action == ItemDetailAction<Command> {
    var first = ItemDetailState<Heading, Value>(heading)
    first.search = PageSearch(words: words)
    let state = Observed(first)
    let isOpen = Observed(isOpen)
    let source = source.told(while: { isOpen.value })
    let pages = Pages(state: state, source: source, environment: environment) { loader in
      Task { await loader.load(environment.clock) }
    }
    @Sendable func work(_ work: ItemDetailWork<Heading>) -> Task<Void, Never>? {
      switch work {
      case .turn(let saying, let otherwise, let find):
        return pages.turn(saying: saying, otherwise: otherwise) { _ in try await find() }
      case .run(let work):
        return Task {
          let notice = await work()
          state.update { $0.notice = notice }
        }
      }
    }
    /// Only the place in a text that is there is one.
    @Sendable func report(from top: Int) {
      let now = state.value
      if now.top != top, now.item.value != nil { source.positionChanged(now.heading, now.top) }
    }
    return Self(state) { action in
      let top = state.update { state in
        (state.notice, state.link) = (nil, nil)
        return state.top
      }
      defer { report(from: top) }
      switch action {
      case .appeared:
        pages.watchMarks()
        return pages.load(isFirst: true)
      case .opened:
        isOpen.replace(with: true)
        let state = state.value
        if state.item.value != nil { source.opened(state.heading) }
      case .reload: return pages.load()
      case .disappeared: pages.stop()
      case .scroll(let step, let lines, let height):
        state.update { $0.scroll(by: step, lines: lines, height: height) }
      case .neighbour(let step):
        return pages.turn(otherwise: step > 0 ? "The list ends here." : "The list begins here.") {
          try await source.neighbour($0, step)
        }
      case .beginNumber: state.update { $0.number = source.numbered == nil ? nil : "" }
      case .edit(let edit): state.update { $0.edit(edit) }
      case .cancel: state.update { $0.number = nil }
      case .accept:
        guard let number = state.update({ $0.takeNumber() }), let numbered = source.numbered else { return nil }
        return pages.turn { _ in numbered(number) }
      case .jump(let line, let returning):
        state.update { ($0.top, $0.returnLine) = (line, returning) }
      case .find(let search, let top, let notice):
        state.update { $0.find(search, top: top, notice: notice) }
      case .choose(let digits): state.update { $0.link = digits }
      case .follow(let address):
        guard let url = URL(string: address) else { return nil }
        return work(.run { await environment.browsed(url) })
      case .goOn: return source.atEnd.flatMap { work($0(state.value.heading)) }
      case .command(let command): return work(perform(command, state.value))
      }
      return nil
    }
  }
}

extension ItemDetailSource {
  /// The same, told of what the reader does only while a condition holds.
  fileprivate func told(while isOpen: @escaping @Sendable () -> Bool) -> Self {
    var source = self
    source.opened = { if isOpen() { opened($0) } }
    source.positionChanged = { if isOpen() { positionChanged($0, $1) } }
    return source
  }
}

extension ItemDetailState {
  mutating func scroll(by step: Int, lines: Int, height: Int) {
    let highest = max(0, lines - height)
    top = max(0, min(min(top, highest) + max(-lines, min(step, lines)), highest))
  }

  mutating func edit(_ edit: LineEdit) {
    number = number.flatMap(edit.applied)
  }

  /// The number that was typed, which is typed no more; nil where none was.
  mutating func takeNumber() -> Int? {
    defer { number = nil }
    return number.flatMap { $0.isEmpty ? nil : Int($0) ?? .max }
  }
}
