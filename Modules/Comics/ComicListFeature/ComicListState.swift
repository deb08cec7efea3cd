public import ComicDomain
public import ComicsRepository
import Essentials
public import FlagCommands
public import ItemList
import Messages
public import Observed
public import Screen
import StyleGuide

/// The state of the list of comics.
public typealias ComicListState = ItemListState<ComicEntry>

/// The commands of the list of comics.
public enum ComicListCommand: Equatable, Sendable {
  /// Change flags.
  case flag(FlagCommand)
  /// Copy the address of its page to the clipboard.
  case copy
  /// Open its page in the browser.
  case browse
  /// Open its explanation in the browser.
  case explain
  /// Load a comic again that failed to load.
  case retry
  /// Go to a random comic.
  case random
  /// Select a comic, if it is in the list.
  case select(Comic.ID)
}

/// The view model of the list of comics.
public typealias ComicListViewModel = ItemListViewModel<ComicEntry, ComicListCommand>

extension ComicListViewModel {
  /// Returns the view model of a list of comics.
  ///
  /// - Parameters:
  ///   - comics: The list to show.
  ///   - repository: The comics, for downloading one.
  ///   - flagCommands: The commands that mark comics as read and bookmark them.
  ///   - environment: The date, the clock, and what else all screens share.
  ///   - start: The state to begin with, for instance a saved position.
  ///   - onPreview: Shows the selected comic beside the list; nil if there are no previews.
  ///   - onOpen: Opens a comic. `neighbour` moves the selection by some rows and returns the newly selected comic, nil
  ///     at an end of the list. It is nil itself for a comic that is not opened from the list.
  public static func live(
    _ comics: FlaggedList<ComicEntry>, _ repository: ComicsRepository, _ flagCommands: FlagCommands<Comic.ID>,
    _ environment: ScreenEnvironment, start: ComicListState = ComicListState(),
    onPreview: Opening<ComicEntry>? = nil,
    onOpen:
      @escaping @Sendable (
        _ comic: ComicEntry, _ neighbour: (@Sendable (_ step: Int) async -> ComicEntry?)?
      ) -> Void
  ) -> Self {
    @Sendable func tried(_ work: () async throws -> Void) async -> String? {
      do {
        try await work()
        return nil
      } catch is CancellationError {
        return nil
      } catch {
        environment.report(Messages.explanation(error, server: environment.server))
        return Messages.failure(error, server: environment.server).sentence
      }
    }
    @Sendable func notice(after command: ComicListCommand, _ comic: ComicEntry?) async -> String? {
      switch (command, comic) {
      case (.random, _):
        return await tried { onOpen(ComicEntry(id: try await repository.random(), content: .notSaved), nil) }
      case (.flag, _), (.select, _), (_, nil): return nil
      case (.copy, let comic?):
        return await environment.copied(comic.id.page(on: environment.server).absoluteString)
      case (.browse, let comic?): return await environment.browsed(comic.id.page(on: environment.server))
      case (.explain, let comic?): return await environment.browsed(comic.id.explanation ?? environment.server)
      case (.retry, let comic?): return await tried { _ = try await repository.detail(comic.id) }
      }
    }
    return .live(
      comics.list, environment, start: start,
      opening: { $0.title == nil ? .retry : nil },
      numbered: { onOpen(ComicEntry(id: Comic.ID($0), content: .notSaved), nil) },
      waiting: { command in
        switch command {
        case .retry: "Trying again…"
        case .random: "Looking for a random comic…"
        case .flag(let command): command.waiting
        default: nil
        }
      },
      isQueued: { $0 != .random && $0 != .retry },
      outcome: { command, comic, _ in
        if case .select(let id) = command { return CommandOutcome(nil, revealing: id) }
        if case .flag(let command) = command { return await flagCommands.perform(command, with: comic, in: comics) }
        return CommandOutcome(await notice(after: command, comic))
      },
      onPreview: onPreview, onOpen: { comic, neighbour in onOpen(comic, neighbour) })
  }
}
