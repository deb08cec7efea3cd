public import Concurrency
public import ItemList
import Messages
public import Observed
public import PagedList
public import Screen
import StyleGuide
import TextLayout
public import TodoDomain
public import TodosRepository

/// The state of a list of to-dos.
public typealias TodoListState = ItemListState<TodoItem>

/// A command for a list of to-dos.
public enum TodoListCommand: Equatable, Sendable {
  /// Adds to-dos with these titles.
  case add([String])
  /// Changes the title of a to-do.
  case rename(Todo, String)
  /// Completes the selected to-do, or reopens it.
  case toggle
  /// Deletes the selected to-do.
  case delete
  /// Copies the title of the selected to-do to the clipboard. (A to-do has no address.)
  case copy
  /// Undoes the last change.
  case undo
  /// Decides about a refused edit.
  case resolve(TodoItem, TodoResolution)
  /// Shows a notice.
  case say(String)
}

/// The view model of a list of to-dos.
public typealias TodoListViewModel = ItemListViewModel<TodoItem, TodoListCommand>

/// The changes of to-dos that can be undone, shared by all lists.
public typealias TodoUndoStack = UndoStack<TodoUndo>

extension TodoListViewModel {
  /// Returns a view model that shows a list of to-dos.
  /// - Parameters:
  ///   - todos: The list to show.
  ///   - repository: Changes to-dos.
  ///   - undoStack: The changes that can be undone, shared by all lists.
  ///   - environment: The date, the clock, and what else all screens share.
  ///   - start: The first state.
  ///   - sendingAgain: Called before a refused edit is sent again.
  ///   - onOpen: Asks for a new title, or for the decision about a refused edit.
  public static func live(
    _ todos: PagedList<TodoItem>, _ repository: TodosRepository, _ undoStack: TodoUndoStack,
    _ environment: ScreenEnvironment, start: TodoListState = TodoListState(),
    sendingAgain: @escaping @Sendable () -> Void = {},
    onOpen: @escaping @Sendable (TodoItem) -> Void = { _ in }
  ) -> Self {
    @Sendable func changed(_ undo: TodoUndo, _ notice: String, revealing id: Todo.ID? = nil) -> CommandOutcome<Todo.ID>
    {
      undoStack.push(undo)
      return CommandOutcome(notice, revealing: id)
    }
    return .live(
      todos, environment, start: start,
      outcome: { command, item, _ in
        do {
          switch (command, item?.todo) {
          case (.say(let notice), _): return CommandOutcome(notice)
          case (.add(let titles), _):
            let added = try await repository.add(titles)
            let notice = added.ids.count == 1 ? "Added." : "Added \(added.ids.count) to-dos."
            return changed(added, notice, revealing: added.ids.last)
          case (.rename(let todo, let title), _):
            let present = try await repository.todo(todo.id)?.todo.title
            let notice =
              [nil, todo.title, title].contains(present)
              ? "Renamed." : "Renamed; meanwhile it was “\(TextLayout.line(present ?? ""))”, which z brings back."
            return changed(try await repository.rename(todo.id, title), notice, revealing: todo.id)
          case (.resolve(let item, let resolution), _):
            if resolution == .tryAgain { sendingAgain() }
            let undo = try await repository.resolve(item.id, resolution)
            if resolution == .tryAgain { return CommandOutcome("Sending it again.") }
            guard let undo else { return CommandOutcome("Nothing is refused any more.") }
            return changed(undo, item.notice(after: resolution))
          case (.undo, _):
            return try await undoStack.undoLast { try await takenBack($0, repository, undoStack) }
              ?? CommandOutcome("Nothing to undo.")
          case (_, nil): return CommandOutcome(nil)
          case (.toggle, let todo?):
            // The row may still show the state before the previous key, so the repository is asked.
            let isCompleted = try await repository.todo(todo.id)?.todo.isCompleted ?? todo.isCompleted
            let undo = try await repository.setCompleted(todo.id, !isCompleted)
            return changed(undo, isCompleted ? "Reopened." : "Completed.")
          case (.copy, let todo?): return CommandOutcome(await environment.copied(todo.title))
          case (.delete, let todo?): return changed(try await repository.delete(todo.id), "Deleted; z brings it back.")
          }
        } catch is CancellationError {
          return CommandOutcome(nil)
        } catch {
          return CommandOutcome(said(of: error, environment))
        }
      }, onOpen: { item, _ in onOpen(item) })
  }
}

/// Undoes a change. If its to-do is gone, the change is dropped, so that it does not block older ones.
private func takenBack(
  _ undo: TodoUndo, _ repository: TodosRepository, _ undoStack: TodoUndoStack
) async throws -> CommandOutcome<Todo.ID> {
  do {
    let again = try await repository.undo(undo)
    let renewed = again.renewed(by: undo)
    // Older changes of a to-do that came back as a new one now refer to the new one.
    if !renewed.isEmpty { undoStack.map { $0.replacing(renewed) } }
    let wasOnServer = undo.steps.contains { if case .restore(let old) = $0 { old.serverID != nil } else { false } }
    let why = wasOnServer ? "The server had deleted it, so it" : "It"
    let sentence = renewed.isEmpty ? "Undone." : "Undone. \(why) is at the end."
    return CommandOutcome(sentence, revealing: again.ids.last)
  } catch TodosRepository.Error.noSuchTodo {
    return CommandOutcome(gone)
  }
}

extension TodoUndo {
  /// Returns the new identities of to-dos that were brought back as new ones, by their old identities.
  /// - Parameter undo: The undo that this one reverts.
  fileprivate func renewed(by undo: Self) -> [Todo.ID: Todo.ID] {
    guard steps.count == undo.steps.count else { return [:] }
    return zip(undo.steps, steps.reversed()).reduce(into: [:]) { renewed, pair in
      if case (.restore(let old), .delete(let id)) = pair, old.id != id { renewed[old.id] = id }
    }
  }

  /// Returns the undo, with the title that the change replaced on the server in place of the one that was shown before.
  func restoring(_ notice: TodoNotice) -> Self {
    let shown = Step.rename(notice.todo.id, notice.titleBefore)
    return Self(steps.map { $0 == shown ? .rename(notice.todo.id, notice.replacedTitle) : $0 })
  }

  fileprivate func replacing(_ ids: [Todo.ID: Todo.ID]) -> Self {
    func new(_ id: Todo.ID) -> Todo.ID { ids[id] ?? id }
    return Self(
      steps.map { step in
        switch step {
        case .delete(let id): return .delete(new(id))
        case .restore(var todo):
          todo.id = new(todo.id)
          return .restore(todo)
        case .rename(let id, let title): return .rename(new(id), title)
        case .setCompleted(let id, let isCompleted): return .setCompleted(new(id), isCompleted)
        }
      })
  }
}

private let gone = "It is gone."

/// Returns the notice for an error of a change.
private func said(of error: any Error, _ environment: ScreenEnvironment) -> String {
  switch error {
  case TodosRepository.Error.blankTitle: return "A to-do needs a title."
  case TodosRepository.Error.noSuchTodo: return gone
  default:
    environment.report("\(Messages.notSaved(error).sentence) \(Messages.savingAdvice(error, option: "--state"))")
    return Messages.notSavedBriefly(error)
  }
}

extension TodoItem {
  fileprivate func notice(after resolution: TodoResolution) -> String {
    if refusal?.isDeletion == true { return "Kept; z deletes it." }
    if resolution == .addAsNew { return "Added as a new to-do." }
    return isOnlyHere ? "Dropped; z brings it back." : "Using the server's; z brings yours back."
  }
}
