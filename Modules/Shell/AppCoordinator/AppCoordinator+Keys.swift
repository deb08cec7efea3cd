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
import TodoListFeature
import TodosRepository

extension AppCoordinator {
  /// The help for all keys, by screen.
  public static var keys: [KeySection] {
    let nothing = Screen(
      frame: { Frame([], size: $0) }, appear: {}, disappear: {}, react: { _, _ in .ignored }, help: { [] })
    let environment = ScreenEnvironment.stub()
    let (posts, comics) = (PostsRepository.stub(), ComicsRepository.stub())
    func postList(hasFeeds: Bool = false) -> Screen {
      .postList(
        .stub(PostListState()), of: FlaggedList(posts.list, marks: posts.marks, mark: \.mark), environment,
        hasFeeds: hasFeeds)
    }
    let lists = [
      ("feeds", Screen.feedList(.stub(FeedListState()), FeedRows(.stub()), environment)),
      ("posts", postList()),
      (
        "comics",
        Screen.comicList(
          .stub(ComicListState()), of: FlaggedList(comics.list, marks: comics.marks, mark: \.mark), environment)
      ),
      ("to-dos", Screen.todoLists({ _ in .stub(TodoListState()) }, counts: Observed(TodoCounts()), environment)),
    ]
    let pages = [
      ("a post", Screen.postDetail(.stub(PostDetailState(PostTitle(id: .init(1), title: ""))))),
      (
        "a comic",
        Screen.comicDetail(
          .stub(ComicDetailState(ComicHeading(id: Comic.ID(1)))), pictures: Observed(PictureSupport()))
      ),
    ]
    return shared("On every list", lists.map { KeySection("On the list of \($0)", $1.help()) })
      + [
        KeySection("On the posts of a feed", postList(hasFeeds: true).help().filter { !postList().help().contains($0) })
      ] + shared("On every item", pages.map { KeySection("On \($0)", $1.help()) }) + [
        KeySection("On Fetch", Screen.dataFetch(.stub(DataFetchState()), address: "").help()),
        KeySection(
          "Between sections",
          Screen.home(.stub(HomeState(sections: ["", ""])), screens: [nothing, nothing]).parts.help()),
        KeySection("Everywhere", everywhere),
      ]
  }

  /// Returns one section with the keys that all of these share, and each section without them.
  private static func shared(_ title: String, _ sections: [KeySection]) -> [KeySection] {
    let everywhere = (sections.first?.keys ?? []).filter { key in sections.allSatisfy { $0.keys.contains(key) } }
    return [KeySection(title, everywhere)]
      + sections.map { section in KeySection(section.title, section.keys.filter { !everywhere.contains($0) }) }
  }
}
