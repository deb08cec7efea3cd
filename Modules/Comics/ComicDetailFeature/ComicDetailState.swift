public import ComicDomain
public import ComicsRepository
import Essentials
public import FlagCommands
import FlagsRepository
import FlagsStore
public import ItemDetail
public import Observed
import Pictures
public import Screen

/// The state of the screen of a comic.
public typealias ComicDetailState = ItemDetailState<ComicHeading, ShownComic>

/// The commands of the screen of a comic.
public enum ComicDetailCommand: Equatable, Sendable {
  /// Change the comic's flags.
  case flag(FlagCommand)
  /// Copy the address of its page to the clipboard.
  case copy
  /// Open its page in the browser.
  case browse
  /// Open its explanation in the browser.
  case explain
  /// Open the picture in the desktop's viewer, or its address in the browser if it is not loaded.
  case view
  /// Go to a random comic.
  case random
}

/// The view model of the screen of a comic.
public typealias ComicDetailViewModel = ItemDetailViewModel<ComicHeading, ShownComic, ComicDetailCommand>

extension ComicDetailViewModel {
  /// Returns a view model that shows a comic, then its neighbours.
  ///
  /// - Parameters:
  ///   - heading: The number and the title of the first comic, which are shown until it is read.
  ///   - repository: The comics.
  ///   - flagCommands: The commands that mark comics as read and bookmark them.
  ///   - environment: The date, the clock, and what else all screens share.
  ///   - isOpen: Whether the reader has opened the comic; false for a preview beside the list.
  ///   - neighbour: Returns the comic some positions further on in the list that the comic was opened from; nil at an
  ///     end of that list. Pass nil if it was not opened from a list: then its neighbours are those in the series.
  ///   - rowsToUnread: Returns the number of rows from the comic to the next unread one in that list; 0 if there is
  ///     none, and nil if that is not known.
  ///   - unreadInList: Returns the next unread comic of that list after a comic that was not opened from it; nil if there is
  ///     none, or if that is not known.
  ///   - jumped: Called with the comic that is shown after a jump to a number, a random comic, or a neighbour in the
  ///     series, so that the list can select it.
  public static func live(
    _ heading: ComicHeading, _ repository: ComicsRepository, _ flagCommands: FlagCommands<Comic.ID>,
    _ environment: ScreenEnvironment, isOpen: Bool = true,
    neighbour: (@Sendable (_ step: Int) async -> ComicEntry?)?,
    rowsToUnread: @escaping @Sendable (_ id: Comic.ID) async -> Int? = { _ in nil },
    unreadInList: @escaping @Sendable (_ id: Comic.ID) async -> Comic.ID? = { _ in nil },
    jumped: @escaping @Sendable (Comic.ID) -> Void = { _ in }
  ) -> Self {
    let list = Observed(neighbour)
    /// Goes to a comic that is not the next one in the list. From then on, neighbours are those in the series.
    @Sendable func jump(to id: Comic.ID) -> ComicHeading {
      list.replace(with: nil)
      jumped(id)
      return ComicHeading(id: id)
    }
    var source = ItemDetailSource<ComicHeading, ShownComic>(
      load: { repository.details($0.id, environment) }, cached: { await repository.cached($0.id) },
      heading: { ComicHeading(id: $0.comic.id, title: $0.comic.title) },
      neighbour: { comic, step in
        if let neighbour = list.value { return await neighbour(step).map { ComicHeading(id: $0.id, title: $0.title) } }
        // Older comics come next, as in the list.
        return try await repository.neighbour(comic.id, step > 0 ? .older : .newer).map(jump)
      })
    source.merged = { $0.merged(over: $1) }
    source.isPartial = \.mayPictureCome
    source.numbered = { jump(to: Comic.ID($0)) }
    source.flags = { repository.flags.flags(of: $0.id) }
    source.opened = { flagCommands.open($0.id) }
    source.atEnd = { heading in
      .turn(otherwise: "No more unread comics.") {
        guard let neighbour = list.value else { return await unreadInList(heading.id).map(jump) }
        let next = try await nextUnread(
          neighbour, rowsToUnread: { await rowsToUnread(heading.id) },
          isUnread: { await flagCommands.isUnread($0.id, $0.flags) })
        return next.map { ComicHeading(id: $0.id, title: $0.title) }
      }
    }
    source.missing = { "there is no comic \($0.id)" }
    return .live(heading, source, environment, isOpen: isOpen) { command, state in
      let id = state.heading.id
      switch command {
      case .flag(let command):
        if state.isMissing, command == .bookmark, !state.flags.isBookmarked {
          return .run { "There is no comic \(id)." }
        }
        return .run { await flagCommands.perform(command, with: id, state.flags) }
      case .copy:
        return .run { await environment.copied(id.page(on: environment.server).absoluteString) }
      case .browse: return .run { await environment.browsed(id.page(on: environment.server)) }
      case .explain: return .run { await environment.browsed(id.explanation ?? environment.server) }
      case .view: return .run { await state.item.value?.viewed(environment) ?? "The comic is not loaded yet." }
      case .random:
        return .turn(saying: "Looking for a random comic…") {
          jump(to: try await repository.random())
        }
      }
    }
  }
}

extension ShownComic {
  fileprivate func viewed(_ environment: ScreenEnvironment) async -> String {
    if case .known(let picture) = picture {
      return await environment.viewed(
        picture.bytes, name: "\(comic.id).\(picture.format.rawValue.lowercased())")
    }
    guard let address = comic.picture else { return "This comic has no picture." }
    return await environment.browsed(address)
  }
}
