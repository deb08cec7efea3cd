import ComicDetailFeature
import ComicDomain
import ComicListFeature
import ComicsRepository
import DataFetchFeature
import FeedListFeature
import FeedsRepository
import FlagCommands
import HomeFeature
import ItemDetail
import ItemList
import Observed
import PagedList
import Pictures
import PostDetailFeature
import PostDomain
import PostListFeature
import PostsRepository
import Rendering
public import Screen
import Settings
import TodoListFeature
import TodosRepository

extension AppCoordinator {
  /// The help for all keys, by screen.
  public static var keys: [KeySection] { keys(of: ReaderSection.allCases) }

  /// Returns the help for the keys in some sections of the reader, by screen.
  static func keys(of sections: [ReaderSection]) -> [KeySection] {
    let nothing = Screen(
      frame: { Frame([], size: $0) }, appear: {}, disappear: {}, react: { _, _ in .ignored }, help: { [] })
    let environment = ScreenEnvironment.stub()
    let (posts, comics) = (PostsRepository.stub(), ComicsRepository.stub())
    let (hasFeeds, hasComics) = (sections.contains(.feeds), sections.contains(.comics))
    let hasPosts = hasFeeds || sections.contains(.posts)
    func postList(hasFeeds: Bool = false) -> Screen {
      .postList(
        .stub(PostListState()), of: FlaggedList(posts.list, repository: posts.flags, flags: \.flags), environment,
        hasFeeds: hasFeeds)
    }
    let comicList = Screen.comicList(
      .stub(ComicListState()), of: FlaggedList(comics.list, repository: comics.flags, flags: \.flags), environment)
    let lists = [
      hasFeeds ? ("feeds", Screen.feedList(.stub(FeedListState()), FeedRows(.stub()), environment)) : nil,
      hasPosts ? ("posts", postList()) : nil,
      hasComics ? ("comics", comicList) : nil,
      sections.contains(.todos)
        ? ("to-dos", Screen.todoLists({ _ in .stub(TodoListState()) }, counts: Observed(TodoCounts()), environment))
        : nil,
    ].compactMap(\.self)
    let pages = [
      hasPosts ? ("a post", Screen.postDetail(.stub(PostDetailState(PostTitle(id: .init(1), title: ""))))) : nil,
      hasComics
        ? (
          "a comic",
          Screen.comicDetail(
            .stub(ComicDetailState(ComicHeading(id: Comic.ID(1)))), pictures: Observed(PictureSupport()))
        ) : nil,
    ].compactMap(\.self)
    let feedKeys = hasFeeds ? postList(hasFeeds: true).help().filter { !postList().help().contains($0) } : []
    let fetchKeys =
      sections.contains(.fetch) ? Screen.dataFetch(.stub(DataFetchState()), address: "").help() : []
    let sectionKeys =
      sections.count > 1
      ? Screen.home(.stub(HomeState(sections: ["", ""])), screens: [nothing, nothing]).parts.help() : []
    let all =
      shared("On every list", lists.map { KeySection("On the list of \($0)", $1.help()) })
      + [KeySection("On the posts of a feed", feedKeys)]
      + shared("On every item", pages.map { KeySection("On \($0)", $1.help()) })
      + [
        KeySection("On Fetch", fetchKeys), KeySection("Between sections", sectionKeys),
        KeySection("Everywhere", everywhere),
      ]
    return all.filter { !$0.keys.isEmpty }
  }

  /// Returns one section with the keys that all of several share, and each section without them.
  private static func shared(_ title: String, _ sections: [KeySection]) -> [KeySection] {
    guard sections.count > 1 else { return sections }
    let everywhere = sections[0].keys.filter { key in sections.allSatisfy { $0.keys.contains(key) } }
    return [KeySection(title, everywhere)]
      + sections.map { section in KeySection(section.title, section.keys.filter { !everywhere.contains($0) }) }
  }
}
