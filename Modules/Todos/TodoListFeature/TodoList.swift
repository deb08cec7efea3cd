public import Feed
public import ItemList
import Messages
public import ScreenEnvironment
import StyleGuide
public import TodoDomain
public import TodosRepository
public import UndoStack
public import ViewModel

/// What a list of to-dos shows.
public typealias TodoListState = ItemListState<TodoItem>

/// What else can be done in a list of to-dos.
public enum TodoListCommand: Equatable, Sendable {
  /// Add to-dos with these titles.
  case add([String])
  /// Give a to-do another title.
  case rename(Todo.ID, String)
  /// Complete the selected to-do, or reopen it.
  case toggle
  /// Delete the selected to-do.
  case delete
  /// Take the last change back.
  case undo
  /// Decide what becomes of a change that the server has refused.
  case resolve(Todo.ID, TodoResolution)
  /// Say something.
  case say(String)
}

/// A list of to-dos and what can be done with it.
public typealias TodoListViewModel = ItemListViewModel<TodoItem, TodoListCommand>

/// What takes changes of to-dos back, whichever list they were made in.
public typealias TodoUndoStack = UndoStack<TodoUndo>

extension TodoListViewModel {
  /// The to-dos that a feed lists.
  /// - Parameters:
  ///   - done: what takes changes back, for all lists.
  ///   - clock: what the grace period and the spinner are measured with.
  public static func live(
    _ todos: Feed<TodoItem>, _ repository: TodosRepository, _ done: TodoUndoStack, _ environment: ScreenEnvironment,
    clock: some Clock<Duration>
  ) -> Self {
    @Sendable func changed(_ undo: TodoUndo, _ notice: String, revealing id: Todo.ID? = nil) -> CommandOutcome<Todo.ID>
    {
      done.push(undo)
      return CommandOutcome(notice, revealing: id)
    }
    return .live(
      todos, environment, clock: clock,
      outcome: { command, item in
        do {
          switch (command, item?.todo) {
          case (.say(let notice), _): return CommandOutcome(notice)
          case (.add(let titles), _):
            let added = try await repository.add(titles)
            let notice = added.ids.count == 1 ? "Added." : "Added \(added.ids.count) to-dos."
            return changed(added.undo, notice, revealing: added.ids.last)
          case (.rename(let id, let title), _):
            return changed(try await repository.rename(id, title), "Renamed.", revealing: id)
          case (.resolve(let id, let resolution), _):
            try await repository.resolve(id, resolution)
            return CommandOutcome(resolution.sentence)
          case (.undo, _):
            let again = try await done.takeBack { try await repository.undo($0) }
            return CommandOutcome(again == nil ? "There is nothing to take back." : "Taken back.")
          case (_, nil): return CommandOutcome(nil)
          case (.toggle, let todo?):
            let undo = try await repository.setCompleted(todo.id, !todo.isCompleted)
            return changed(undo, todo.isCompleted ? "Reopened." : "Completed.")
          case (.delete, let todo?): return changed(try await repository.delete(todo.id), "Deleted; z brings it back.")
          }
        } catch is CancellationError {
          return CommandOutcome(nil)
        } catch {
          return CommandOutcome(said(of: error, environment))
        }
      }, onOpen: { _, _ in })
  }
}

/// Why a change was not made.
private func said(of error: any Error, _ environment: ScreenEnvironment) -> String {
  switch error {
  case TodosRepository.Error.blankTitle: return "A to-do needs a title."
  case TodosRepository.Error.noSuchTodo: return "It is not there any more."
  default:
    let sentence = Messages.notKept(error).sentence
    environment.report("\(sentence) \(Messages.keepingAdvice(error, option: "--state"))")
    return sentence
  }
}

extension TodoResolution {
  fileprivate var sentence: String {
    switch self {
    case .tryAgain: "It is sent once more."
    case .keepServers: "It is what the server says."
    case .addAsNew: "It is a new to-do now."
    }
  }
}
