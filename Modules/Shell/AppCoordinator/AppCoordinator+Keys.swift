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
import PostDetailFeature
import PostDomain
import PostListFeature
import PostsRepository
public import Screen
import Settings
import TodoListFeature
import TodosRepository

extension AppCoordinator {
  /// The help for all keys, by screen.
  public static var keys: [KeySection] { keys(of: ReaderSection.allCases) }

  /// Returns the help for the keys in some sections of the reader, by screen.
  static func keys(of sections: [ReaderSection]) -> [KeySection] {
    let environment = ScreenEnvironment.stub()
    let posts = PostsRepository.stub()
    let comics = ComicsRepository.stub()
    let hasFeeds = sections.contains(.feeds)
    let hasComics = sections.contains(.comics)
    let hasPosts = hasFeeds || sections.contains(.posts)
    func postList(hasFeeds: Bool = false) -> Screen {
      .postList(
        .stub(PostListState()), of: FlaggedList(posts.list, repository: posts.flags, flags: \.flags), environment,
        hasFeeds: hasFeeds)
    }
    let comicList = Screen.comicList(
      .stub(ComicListState()), of: FlaggedList(comics.list, repository: comics.flags, flags: \.flags), environment)
    let lists: [OptionalScreen] = [
      (hasFeeds, "On the list of feeds", .feedList(.stub(FeedListState()), FeedRows(.stub()), environment)),
      (hasPosts, "On the list of posts", postList()), (hasComics, "On the list of comics", comicList),
      (
        sections.contains(.todos), "On the list of to-dos",
        .todoLists({ _, _ in .stub(TodoListState()) }, counts: Observed(TodoCounts()), environment)
      ),
    ]
    let details: [OptionalScreen] = [
      (hasPosts, "On a post", .postDetail(.stub(PostDetailState(PostTitle(id: .init(1), title: ""))), environment)),
      (hasComics, "On a comic", .comicDetail(.stub(ComicDetailState(ComicHeading(id: Comic.ID(1)))), environment)),
    ]
    let feedKeys = hasFeeds ? postList(hasFeeds: true).help().filter { !postList().help().contains($0) } : []
    let fetchKeys = sections.contains(.fetch) ? Screen.dataFetch(.stub(DataFetchState()), address: "").help() : []
    let sectionKeys =
      sections.count > 1 ? Screen.home(Observed(HomeState(sections: ["", ""])), screens: []).parts.help() : []
    let all =
      shared("On every list", lists) + [KeySection("On the posts of a feed", feedKeys)]
      + shared("On every item", details)
      + [
        KeySection("On Fetch", fetchKeys), KeySection("Between sections", sectionKeys),
        KeySection("Everywhere", everywhere),
      ]
    return all.filter { !$0.keys.isEmpty }
  }

  /// A screen that only some sections have, and its title.
  private typealias OptionalScreen = (isThere: Bool, title: String, screen: Screen)

  /// Returns one section with the keys that all of several screens share, and a section of each without them. The keys
  /// of typing, which mean something else before, have sections of their own.
  private static func shared(_ title: String, _ screens: [OptionalScreen]) -> [KeySection] {
    var sections = screens.filter(\.isThere).map { KeySection($0.title, $0.screen.help()) }
    if sections.count > 1 {
      let everywhere = sections[0].keys.filter { key in sections.allSatisfy { $0.keys.contains(key) } }
      sections =
        [KeySection(title, everywhere)]
        + sections.map { section in KeySection(section.title, section.keys.filter { !everywhere.contains($0) }) }
    }
    return sections.flatMap { section in
      [
        KeySection(section.title, section.keys.filter { $0.group != .typing }),
        KeySection("\(section.title), while typing", section.keys.filter { $0.group == .typing }),
      ]
    }
  }
}
