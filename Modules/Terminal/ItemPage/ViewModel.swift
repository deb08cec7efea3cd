import LineEditor
import Messages
import Observed
public import ScreenEnvironment
import StyleGuide
public import ViewModel

extension ViewModel {
  /// Shows one item, then its neighbours: what is kept at once, and the server's latest when it comes.
  /// - Parameters:
  ///   - perform: what a command does.
  public static func live<Heading, Value, Command>(
    _ heading: Heading, _ source: ItemPageSource<Heading, Value>, _ environment: ScreenEnvironment,
    perform: @escaping @Sendable (_ command: Command, _ state: ItemPageState<Heading, Value>) -> ItemPageWork<Heading>
  ) -> Self where State == ItemPageState<Heading, Value>, Action == ItemPageAction<Command> {
    let state = Observed(ItemPageState<Heading, Value>(heading))
    let pages = Pages(state: state, source: source, environment: environment) { loader in
      Task { await loader.load(environment.clock) }
    }
    return Self(state) { action in
      state.update { $0.notice = nil }
      switch action {
      case .appeared:
        pages.watchMarks()
        return pages.load()
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
      case .command(let command):
        switch perform(command, state.value) {
        case .turn(let saying, let find): return pages.turn(saying: saying) { _ in try await find() }
        case .run(let work):
          return Task {
            let notice = await work()
            state.update { $0.notice = notice }
          }
        }
      }
      return nil
    }
  }
}

extension ItemPageState {
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
