// Flags as commands of screens, with undo.

public import Concurrency
public import FlagsRepository
public import FlagsStore
import Messages
import Observed
public import PagedList
public import Screen
import StyleGuide

/// The commands that change flags of one kind of item. Each returns the notice to show. All screens share one undo
/// stack.
public struct FlagCommands<ID: Hashable & Sendable>: Sendable {
  private let flags: FlagsRepository<ID>
  private let queue: CommandQueue
  private let report: @Sendable (_ failure: String) -> Void
  private let undoStack = UndoStack<Step>()

  /// The undo of a change.
  private enum Step: Sendable {
    case flags(FlagUndo)
    /// The undo of a change of something else, which returns the notice.
    case other(@Sendable () async -> String)
  }

  /// - Parameters:
  ///   - flags: The flags of the items.
  ///   - queue: The queue that runs one change after the other. Wait for it before the program ends.
  ///   - environment: Reports the failures of changes.
  public init(_ flags: FlagsRepository<ID>, queue: CommandQueue = CommandQueue(), _ environment: ScreenEnvironment) {
    self.flags = flags
    self.queue = queue
    report = environment.report
  }

  /// Bookmarks an item, or removes its bookmark, and returns the notice.
  public func setBookmarked(_ isBookmarked: Bool, _ id: ID) async -> String? {
    await queued {
      guard let undo = try await flags.setBookmarked(id, isBookmarked) else {
        return isBookmarked ? "Already bookmarked." : "Not bookmarked."
      }
      undoStack.push(.flags(undo))
      return isBookmarked ? "Bookmarked." : "Bookmark removed; z brings it back."
    }
  }

  /// Marks an item as read or unread, and returns the notice.
  public func setRead(_ isRead: Bool, _ id: ID) async -> String? {
    await queued {
      if let undo = try await flags.setRead(isRead, [id]) { undoStack.push(.flags(undo)) }
      return isRead ? "Marked as read." : "Marked as unread."
    }
  }

  /// Marks all items of a query as read, and returns the notice.
  public func markAllRead<Item>(in list: ListReader<Item>, _ query: ListQuery) async -> String?
  where Item.ID == ID {
    await queued {
      guard let undo = try await flags.markAllRead(in: list, query) else {
        return "Nothing is unread."
      }
      undoStack.push(.flags(undo))
      guard case .read(_, let count) = undo else { return nil }
      let isWhole = try await list.window(ListQuery(scope: query.scope), .row(0), 0, 0).isComplete
      return "\(grouped(count)) marked as read\(isWhole ? "" : "; the server has more"); z takes it back."
    }
  }

  /// Marks an item as read because it was opened: without a notice.
  /// - Parameter isStep: Whether it is a step of undo, because the reader asked for it.
  public func open(_ id: ID, isStep: Bool = false) {
    queue.add {
      _ = await failure {
        if let undo = try await flags.setRead(true, [id]), isStep { undoStack.push(.flags(undo)) }
      }
    }
  }

  /// Returns whether an item is unread once all earlier commands are done.
  /// - Parameters:
  ///   - id: The identity of the item.
  ///   - listed: Its flags in a list, which may not know yet that it was read.
  public func isUnread(_ id: ID, _ listed: ItemFlags) async -> Bool {
    if listed.isRead { return false }
    await queue.finish()
    return (try? await flags.flags([id]))?[id]?.isRead != true
  }

  /// Records a change of something else than flags, so that it is undone in its turn.
  /// - Parameter undo: Undoes the change, and returns the notice.
  public func didChange(undo: @escaping @Sendable () async -> String) { undoStack.push(.other(undo)) }

  /// Undoes the last change that is not undone yet, and returns the notice.
  public func undoLast() async -> String? {
    await queued {
      try await undoStack.undoLast { step in
        switch step {
        case .other(let undo): return await undo()
        case .flags(let last):
          try await flags.undo(last)
          return switch last {
          case .bookmarked: "Bookmark removed."
          case .unbookmarked: "Bookmarked again."
          case .read(_, count: 1): "Marked as unread again."
          case .read(_, let count): "\(grouped(count)) marked as unread again."
          case .unread: "Marked as read again."
          }
        }
      } ?? "Nothing to undo."
    }
  }

  private func queued(_ work: @escaping @Sendable () async throws -> String?) async -> String? {
    let answer = Observed<String?>(nil)
    await queue.add {
      let failure = await failure { try await answer.replace(with: work()) }
      if let failure { answer.replace(with: failure) }
    }.value
    return answer.value
  }

  /// Does some work, and returns the notice that its result could not be saved; nil if it was.
  private func failure(_ work: () async throws -> Void) async -> String? {
    do {
      try await work()
      return nil
    } catch is CancellationError {
      return nil
    } catch {
      report("\(Messages.notSaved(error).sentence) \(Messages.savingAdvice(error, option: "--state"))")
      return Messages.notSavedBriefly(error)
    }
  }
}
