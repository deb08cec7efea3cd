public import BookmarksStore
import Messages
public import ScreenEnvironment
import StyleGuide
import UndoStack

/// Bookmarks of one kind of item, as screens change them: it says how that went, and takes back what was done last, on
/// whichever screen that was.
public struct Bookmarking<ID: Sendable>: Sendable {
  private let change: @Sendable (_ id: ID, _ isBookmarked: Bool) async throws -> BookmarkUndo?
  private let undo: @Sendable (_ undo: BookmarkUndo) async throws -> Void
  private let report: @Sendable (_ failure: String) -> Void
  private let done = UndoStack<BookmarkUndo>()

  /// - Parameters:
  ///   - set: bookmarks an item, or takes its bookmark away; safe on disk when it returns what takes that back, which is
  ///     nil where nothing changed.
  ///   - undo: takes a change back.
  public init(
    _ environment: ScreenEnvironment,
    set: @escaping @Sendable (_ id: ID, _ isBookmarked: Bool) async throws -> BookmarkUndo?,
    undo: @escaping @Sendable (_ undo: BookmarkUndo) async throws -> Void
  ) {
    (change, self.undo, report) = (set, undo, environment.report)
  }

  /// Bookmarks an item, or takes its bookmark away, and says so.
  public func set(_ isBookmarked: Bool, _ id: ID) async -> String? {
    await said {
      guard let undo = try await change(id, isBookmarked) else {
        return isBookmarked ? "It is bookmarked already." : "It is not bookmarked."
      }
      done.push(undo)
      return isBookmarked ? "Bookmarked." : "Bookmark removed; z brings it back."
    }
  }

  /// Takes the last change back that was not, and says so.
  public func takeBack() async -> String? {
    await said {
      try await done.takeBack { last in
        try await undo(last)
        return switch last {
        case .added: "Bookmark removed."
        case .removed: "Bookmarked again."
        }
      } ?? "No change of a bookmark to take back."
    }
  }

  private func said(_ work: () async throws -> String) async -> String? {
    do {
      return try await work()
    } catch is CancellationError {
      return nil
    } catch {
      let sentence = Messages.notKept(error).sentence
      report("\(sentence) \(Messages.keepingAdvice(error, option: "--state"))")
      return sentence
    }
  }
}
