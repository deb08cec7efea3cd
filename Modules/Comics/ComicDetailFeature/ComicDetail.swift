public import ComicDomain
public import ComicsRepository
import Essentials
public import FlagCommands
import FlagsRepository
public import ItemDetail
public import Observed
import Pictures
public import Screen

/// What the screen of one comic shows.
public typealias ComicDetailState = ItemDetailState<ComicHeading, ComicPage>

/// What else can be done with a comic.
public enum ComicDetailCommand: Equatable, Sendable {
  /// Change its marks.
  case mark(FlagCommand)
  /// Put the address of its page on the clipboard.
  case copy
  /// Open its page in the browser.
  case browse
  /// Open its explanation in the browser.
  case explain
  /// Open the picture in the desktop's viewer; where it is not there, its address in the browser.
  case view
  /// Go to any comic.
  case random
}

/// What can be done with a comic.
public typealias ComicDetailAction = ItemDetailAction<ComicDetailCommand>

/// A comic and what can be done with it.
public typealias ComicDetailViewModel = ItemDetailViewModel<ComicHeading, ComicPage, ComicDetailCommand>

extension ComicDetailViewModel {
  /// Shows one comic, then its neighbours.
  /// - `isOpen`: whether the reader has opened it; where not, it is only looked at beside the list.
  /// - `neighbour`: the comic that many places further on in the list it was opened from; nil where the list ends. Nil
  ///   itself where it was not opened from a list: then the series is the list.
  /// - `jumped`: told which comic is shown where the list has not led there: it may select it.
  public static func live(
    _ heading: ComicHeading, _ repository: ComicsRepository, _ marking: FlagCommands<Comic.ID>,
    _ environment: ScreenEnvironment, isOpen: Bool = true,
    neighbour: (@Sendable (_ step: Int) async -> ComicEntry?)?,
    jumped: @escaping @Sendable (Comic.ID) -> Void = { _ in }
  ) -> Self {
    let list = Observed(neighbour)
    /// Whoever goes elsewhere has left the order of the list.
    @Sendable func jump(to id: Comic.ID) -> ComicHeading {
      list.replace(with: nil)
      jumped(id)
      return ComicHeading(id: id)
    }
    var source = ItemDetailSource<ComicHeading, ComicPage>(
      load: { repository.pages($0.id, environment) }, cached: { await repository.cachedPage($0.id) },
      heading: { ComicHeading(id: $0.comic.id, title: $0.comic.title) },
      neighbour: { comic, step in
        if let neighbour = list.value { return await neighbour(step).map { ComicHeading(id: $0.id, title: $0.title) } }
        // The newest comes first, as in the list.
        return try await repository.neighbour(comic.id, step > 0 ? .older : .newer).map(jump)
      })
    source.merged = { $0.merged(over: $1) }
    source.isPartial = \.mayPictureCome
    source.numbered = { jump(to: Comic.ID($0)) }
    source.mark = { repository.marks.mark(of: $0.id) }
    source.opened = { marking.open($0.id) }
    source.atEnd = { _ in
      .turn(otherwise: "Nothing more is unread.") {
        guard let neighbour = list.value else { return nil }
        return try await nextUnread(neighbour, mark: \.mark).map { ComicHeading(id: $0.id, title: $0.title) }
      }
    }
    source.missing = { "there is no comic \($0.id)" }
    return .live(heading, source, environment, isOpen: isOpen) { command, state in
      let id = state.heading.id
      switch command {
      case .mark(let command):
        if state.isMissing, command == .bookmark, !state.mark.isBookmarked {
          return .run { "There is no comic \(id)." }
        }
        return .run { await marking.perform(command, with: id, state.mark) }
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

extension ComicPage {
  fileprivate func viewed(_ environment: ScreenEnvironment) async -> String {
    if case .known(let picture) = picture {
      return await environment.viewed(
        picture.bytes, name: "\(comic.id).\(picture.format.rawValue.lowercased())")
    }
    guard let address = comic.picture else { return "This comic has no picture." }
    return await environment.browsed(address)
  }
}
