public import ComicDomain
public import ComicsRepository
import Essentials
public import FlagCommands
public import ItemList
import Messages
public import Observed
public import Screen
import StyleGuide

/// What a list of comics shows.
public typealias ComicListState = ItemListState<ComicEntry>

/// What else can be done in a list of comics.
public enum ComicListCommand: Equatable, Sendable {
  /// Change marks, or how the list is arranged.
  case mark(FlagCommand)
  /// Put the address of its page on the clipboard.
  case copy
  /// Open its page in the browser.
  case browse
  /// Open its explanation in the browser.
  case explain
  /// Ask again for a comic that could not be had.
  case retry
  /// Go to any comic.
  case random
  /// Select a comic, where it is listed.
  case select(Comic.ID)
}

/// A list of comics and what can be done with it.
public typealias ComicListViewModel = ItemListViewModel<ComicEntry, ComicListCommand>

extension ComicListViewModel {
  /// The comics of a list.
  /// - `onPreview`: where the selected comic leads when it is only looked at, beside the list; nil for nowhere.
  /// - `onOpen`: where a comic leads; `neighbour` moves the selection by so many rows and returns what is selected then, nil
  ///   where the list ends. It is nil itself where the comic was not opened from the list.
  public static func live(
    _ comics: FlaggedList<ComicEntry>, _ repository: ComicsRepository, _ marking: FlagCommands<Comic.ID>,
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
    @Sendable func said(_ command: ComicListCommand, _ comic: ComicEntry?) async -> String? {
      switch (command, comic) {
      case (.random, _):
        return await tried { onOpen(ComicEntry(id: try await repository.random(), content: .notSaved), nil) }
      case (.mark, _), (.select, _), (_, nil): return nil
      case (.copy, let comic?):
        return await environment.copied(comic.id.page(on: environment.server).absoluteString)
      case (.browse, let comic?): return await environment.browsed(comic.id.page(on: environment.server))
      case (.explain, let comic?): return await environment.browsed(comic.id.explanation ?? environment.server)
      case (.retry, let comic?): return await tried { try await repository.retry(comic.id) }
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
        case .mark(let command): command.waiting
        default: nil
        }
      },
      outcome: { command, comic in
        if case .select(let id) = command { return CommandOutcome(nil, revealing: id) }
        if case .mark(let command) = command { return await marking.perform(command, with: comic, in: comics) }
        return CommandOutcome(await said(command, comic))
      },
      onPreview: onPreview, onOpen: { comic, neighbour in onOpen(comic, neighbour) })
  }
}
