// swift-tools-version: 6.2
import Foundation
import PackageDescription

// The module graph. A row says what a module is, where it lives under Modules/ (test support: under Tests/), and
// what it may import. `tests:` adds <Name>Tests; its list is what only the tests import.
// swift-format-ignore
let graph: [Module] = [
  // Core (layer 1): additions to the standard library. Every module may use Essentials.
  .module  ("Core/Essentials", tests: []),
  .module  ("Core/Observed", tests: []),
  .module  ("Core/Concurrency",               ["Observed"], tests: []),
  .module  ("Core/Subprocess",                ["Concurrency"], tests: []),

  // Text (1): rich text, HTML, Markdown, widths, search.
  .module  ("Text/TextSearch", tests: []),
  .module  ("Text/HTMLText",                  ["RichText"], tests: []),
  .module  ("Text/RichText", tests: []),
  .module  ("Text/Markdown",                  ["HTMLText", "RichText", "TextLayout"], tests: []),
  .pureC   ("Text/CXML"),
  .module  ("Text/XML",                       ["CXML", "HTMLText"], tests: []),
  .module  ("Text/TextLayout", tests: []),

  // Network (2): HTTP.
  .module  ("Network/NetworkClient",          ["Concurrency"], tests: []),
  .c       ("Network/CCurl"),
  .live    ("Network/NetworkClientLive",      ["CCurl", "Concurrency", "NetworkClient"], tests: ["NetworkClientTestSupport", "ProcessTestSupport"]),

  // Storage (2): SQLite databases, stores, transactional rows, the outbox.
  .c       ("Storage/CSQLite"),
  .module  ("Storage/Database",               ["Observed"], tests: ["DatabaseLive"]),
  .live    ("Storage/DatabaseLive",           ["CSQLite", "Concurrency", "Database", "Observed"], tests: ["ProcessTestSupport"]),
  .module  ("Storage/Store"),
  .module  ("Storage/Outbox",                 ["Database", "Observed"], tests: ["DatabaseLive"]),

  // Terminal (2): keys, cells, pictures, the terminal itself.
  .module  ("Terminal/Terminal", tests: []),
  .module  ("Terminal/KeyDecoder",            ["Terminal"], tests: ["TerminalTestSupport"]),
  .c       ("Terminal/CTerminal"),
  .live    ("Terminal/TerminalLive",          ["CTerminal", "Concurrency", "KeyDecoder", "Subprocess", "Terminal"], tests: ["ProcessTestSupport"]),
  .module  ("Terminal/Pictures",              ["Terminal"], tests: []),
  .module  ("Terminal/LineEditor",            ["Terminal", "TextLayout"], tests: []),
  .module  ("Terminal/Rendering",             ["Pictures", "Terminal", "TextLayout", "TextSearch"], tests: ["TerminalTestSupport"]),
  .module  ("Terminal/Screen",                ["Concurrency", "Observed", "Pictures", "Rendering", "Terminal"], tests: []),

  // Lists (3): a paged list from its server to its table; flags, positions, cached values and pictures.
  .module  ("Lists/CachedResource",           ["Store"], tests: ["Database", "DatabaseLive", "DatabaseStore"]),
  .module  ("Lists/DatabaseStore",            ["CachedResource", "Database", "Store"], tests: ["DatabaseLive"]),
  .module  ("Lists/PagedList",                ["CachedResource", "Concurrency", "FlagsStore", "Observed", "Store", "TextSearch"], tests: ["Database", "DatabaseLive", "ListTable"]),
  .module  ("Lists/FlagsStore",               ["Observed"], tests: []),
  .live    ("Lists/FlagsStoreLive",           ["Database", "FlagsStore", "Observed"], tests: ["DatabaseLive", "ProcessTestSupport"]),
  .module  ("Lists/PositionsStore",           ["FlagsStore"], tests: ["DatabaseLive", "Observed", "PositionsStoreLive"]),
  .live    ("Lists/PositionsStoreLive",       ["Database", "FlagsStore", "PositionsStore"], tests: ["DatabaseLive"]),
  .module  ("Lists/FlagsRepository",          ["FlagsStore", "Observed", "PagedList"], tests: ["CachedResource", "DatabaseLive", "FlagsStoreLive"]),
  .module  ("Lists/ListTable",                ["CachedResource", "Database", "FlagsStore", "Observed", "PagedList", "Store", "TextSearch"], tests: ["DatabaseLive", "FlagsRepository", "FlagsStoreLive"]),
  .module  ("Lists/RESTCollections",          ["CachedResource", "NetworkClient"], tests: []),
  .module  ("Lists/Sync",                     ["CachedResource", "Concurrency", "Database", "FlagsRepository", "FlagsStore", "NetworkClient", "Observed", "PagedList"], tests: ["DatabaseLive", "FlagsStoreLive", "ListTable", "Store"]),
  .module  ("Lists/CachedPictures",           ["CachedResource", "Database", "DatabaseStore", "NetworkClient", "Pictures", "RESTCollections", "Store", "Sync"], tests: ["DatabaseLive"]),

  // Screens (4): the list and the detail screen that all resources share.
  .module  ("Screens/StyleGuide",             ["LineEditor", "Messages", "Observed", "Rendering", "Screen", "Terminal", "TextLayout"], tests: ["TerminalTestSupport"]),
  .module  ("Screens/ItemList",               ["Concurrency", "LineEditor", "Messages", "Observed", "PagedList", "Rendering", "Screen", "StyleGuide", "Terminal", "TextLayout", "TextSearch"], tests: ["CachedResource", "ItemListTestSupport", "NetworkClient", "TerminalTestSupport"]),
  .module  ("Screens/ItemDetail",             ["CachedResource", "FlagsStore", "LineEditor", "Messages", "NetworkClient", "Observed", "Pictures", "Rendering", "RichText", "Screen", "StyleGuide", "Terminal", "TextLayout", "TextSearch"], tests: ["TerminalTestSupport"]),
  .module  ("Screens/FlagCommands",           ["Concurrency", "FlagsRepository", "FlagsStore", "ItemList", "Messages", "Observed", "PagedList", "Rendering", "Screen", "StyleGuide", "Terminal"], tests: ["Database", "DatabaseLive", "FlagsStoreLive"]),
  .module  ("Screens/Messages",               ["CachedResource", "Database", "NetworkClient", "Pictures"], tests: []),

  // Posts (5): posts, their authors and comments.
  .module  ("Posts/PostDomain", tests: []),
  .module  ("Posts/PostsStore",               ["PagedList", "PostDomain"]),
  .live    ("Posts/PostsStoreLive",           ["Database", "ListTable", "PagedList", "PostDomain", "PostText", "PostsStore"], tests: ["CachedResource", "DatabaseLive"]),
  .module  ("Posts/PostsService",             ["CachedResource", "NetworkClient", "PostDomain"]),
  .live    ("Posts/PostsServiceLive",         ["CachedResource", "NetworkClient", "PostDomain", "PostsService", "RESTCollections"], tests: []),
  .module  ("Posts/UsersStore",               ["CachedResource", "PostDomain", "Store"]),
  .live    ("Posts/UsersStoreLive",           ["Database", "DatabaseStore", "PostDomain", "Store", "UsersStore"], tests: ["CachedResource", "DatabaseLive"]),
  .module  ("Posts/UsersService",             ["CachedResource", "NetworkClient", "PostDomain"]),
  .live    ("Posts/UsersServiceLive",         ["CachedResource", "NetworkClient", "PostDomain", "RESTCollections", "UsersService"], tests: []),
  .module  ("Posts/CommentsStore",            ["CachedResource", "PostDomain", "Store"]),
  .live    ("Posts/CommentsStoreLive",        ["CommentsStore", "Database", "DatabaseStore", "PostDomain", "Store"], tests: ["CachedResource", "DatabaseLive"]),
  .module  ("Posts/CommentsService",          ["CachedResource", "NetworkClient", "PostDomain"]),
  .live    ("Posts/CommentsServiceLive",      ["CachedResource", "CommentsService", "NetworkClient", "PostDomain", "RESTCollections"], tests: []),
  .module  ("Posts/PostsRepository",          ["CachedResource", "FlagsRepository", "FlagsStore", "Observed", "PagedList", "Pictures", "PostDomain", "Sync"], tests: []),
  .live    ("Posts/PostsRepositoryLive",      ["CachedPictures", "CachedResource", "CommentsService", "CommentsStore", "Concurrency", "FlagsRepository", "FlagsStore", "NetworkClient", "Observed", "PagedList", "Pictures", "PostDomain", "PostText", "PostsRepository", "PostsService", "PostsStore", "RichText", "Store", "Sync", "UsersService", "UsersStore"], tests: ["CommentsStoreLive", "Database", "DatabaseLive", "FlagsStoreLive", "PostsStoreLive", "UsersStoreLive"]),
  .module  ("Posts/PostText",                 ["HTMLText", "Markdown", "PostDomain", "RichText", "TextLayout", "TextSearch"], tests: []),
  .feature ("Posts/PostListFeature",          ["FlagCommands", "FlagsStore", "ItemList", "Messages", "Observed", "PagedList", "PostDomain", "PostsRepository", "Rendering", "Screen", "Terminal"], tests: ["DatabaseLive", "FlagsRepository", "FlagsStoreLive", "ItemListTestSupport", "PagedList", "StyleGuide", "TerminalTestSupport"]),
  .feature ("Posts/PostDetailFeature",        ["CachedResource", "Concurrency", "FlagCommands", "FlagsRepository", "ItemDetail", "Messages", "Observed", "PagedList", "Pictures", "PositionsStore", "PostDomain", "PostText", "PostsRepository", "RichText", "Screen", "StyleGuide", "Terminal", "TextLayout"], tests: ["DatabaseLive", "FlagsStore", "FlagsStoreLive", "NetworkClient", "Rendering", "TerminalTestSupport"]),

  // Comics (5): a numbered series of comics.
  .module  ("Comics/ComicDomain", tests: []),
  .module  ("Comics/ComicsService",           ["CachedResource", "ComicDomain", "NetworkClient"], tests: []),
  .live    ("Comics/ComicsServiceLive",       ["ComicDomain", "ComicsService", "HTMLText", "NetworkClient", "RESTCollections"], tests: ["CachedResource"]),
  .module  ("Comics/ComicsStore",             ["ComicDomain", "NetworkClient", "PagedList"], tests: []),
  .live    ("Comics/ComicsStoreLive",         ["ComicDomain", "ComicsStore", "Database", "ListTable", "NetworkClient", "PagedList"], tests: ["CachedResource", "DatabaseLive", "Store"]),
  .module  ("Comics/ComicsRepository",        ["CachedResource", "ComicDomain", "FlagsRepository", "FlagsStore", "NetworkClient", "Observed", "PagedList", "Pictures", "Sync"], tests: ["DatabaseLive", "FlagsStoreLive"]),
  .live    ("Comics/ComicsRepositoryLive",    ["CachedPictures", "CachedResource", "ComicDomain", "ComicsRepository", "ComicsService", "ComicsStore", "Concurrency", "FlagsRepository", "FlagsStore", "NetworkClient", "Observed", "PagedList", "Store", "Sync"], tests: ["ComicsStoreLive", "Database", "DatabaseLive", "FlagsStoreLive", "Pictures"]),
  .feature ("Comics/ComicListFeature",        ["ComicDomain", "ComicsRepository", "FlagCommands", "FlagsStore", "ItemList", "Messages", "Observed", "Rendering", "Screen", "StyleGuide", "Terminal"], tests: ["DatabaseLive", "FlagsRepository", "FlagsStoreLive", "ItemListTestSupport", "LineEditor", "NetworkClient", "PagedList", "TerminalTestSupport"]),
  .feature ("Comics/ComicDetailFeature",      ["CachedResource", "ComicDomain", "ComicsRepository", "FlagCommands", "FlagsRepository", "FlagsStore", "ItemDetail", "Messages", "Observed", "PagedList", "Pictures", "Rendering", "Screen", "StyleGuide", "Terminal", "TextLayout"], tests: ["DatabaseLive", "FlagsStoreLive", "LineEditor", "NetworkClient", "TerminalTestSupport"]),

  // Todos (5): to-dos, edited here and delivered later.
  .module  ("Todos/TodoDomain", tests: []),
  .module  ("Todos/TodosService",             ["CachedResource", "TodoDomain"]),
  .live    ("Todos/TodosServiceLive",         ["CachedResource", "NetworkClient", "RESTCollections", "TodoDomain", "TodosService"], tests: ["TodosTestSupport"]),
  .module  ("Todos/TodosStore",               ["Outbox", "TodoDomain"], tests: ["Database", "DatabaseLive", "TodosStoreLive"]),
  .live    ("Todos/TodosStoreLive",           ["Database", "Outbox", "TodoDomain", "TodosStore"], tests: ["DatabaseLive"]),
  .module  ("Todos/TodosRepository",          ["NetworkClient", "PagedList", "TodoDomain"], tests: []),
  .live    ("Todos/TodosRepositoryLive",      ["CachedResource", "Concurrency", "NetworkClient", "Observed", "Outbox", "PagedList", "TodoDomain", "TodosRepository", "TodosService", "TodosStore"], tests: ["Database", "DatabaseLive", "ProcessTestSupport", "TodosServiceLive", "TodosStoreLive", "TodosTestSupport"]),
  .feature ("Todos/TodoListFeature",          ["CachedResource", "Concurrency", "ItemList", "LineEditor", "Messages", "NetworkClient", "Observed", "PagedList", "Rendering", "Screen", "StyleGuide", "Terminal", "TextLayout", "TodoDomain", "TodosRepository"], tests: ["Database", "ItemListTestSupport", "TerminalTestSupport"]),

  // Content (5): a response code, fetched in two steps.
  .module  ("Content/ContentDomain"),
  .module  ("Content/ContentService",         ["ContentDomain", "NetworkClient"]),
  .live    ("Content/ContentServiceLive",     ["ContentDomain", "ContentService", "NetworkClient"], tests: []),
  .module  ("Content/ResponseCodeStore",      ["ContentDomain", "Database"]),
  .live    ("Content/ResponseCodeStoreLive",  ["ContentDomain", "Database", "ResponseCodeStore"], tests: ["DatabaseLive"]),
  .module  ("Content/CodeFetcher",            ["ContentDomain", "ContentService", "ResponseCodeStore"], tests: ["Database", "NetworkClient"]),
  .feature ("Content/DataFetchFeature",       ["CodeFetcher", "ContentDomain", "ContentService", "Database", "Messages", "Observed", "Rendering", "ResponseCodeStore", "Screen", "StyleGuide", "Terminal", "TextLayout"], tests: ["NetworkClient", "TerminalTestSupport"]),

  // Feeds (5): RSS, Atom and JSON Feed as posts.
  .module  ("Feeds/FeedDocument",             ["CachedResource", "HTMLText", "PostDomain", "RESTCollections", "XML"], tests: []),
  .module  ("Feeds/FeedsService",             ["CachedResource", "FeedDocument", "NetworkClient"], tests: []),
  .live    ("Feeds/FeedsServiceLive",         ["CachedResource", "FeedDocument", "FeedsService", "NetworkClient", "Subscriptions"], tests: ["NetworkClientTestSupport"]),
  .module  ("Feeds/FeedsStore",               ["FeedDocument", "FeedsService", "NetworkClient", "Observed", "Subscriptions"], tests: []),
  .live    ("Feeds/FeedsStoreLive",           ["Database", "FeedDocument", "FeedsService", "FeedsStore", "NetworkClient", "Subscriptions"], tests: ["DatabaseLive"]),
  .module  ("Feeds/FeedPosts",                ["CachedResource", "CommentsService", "FeedDocument", "FeedRules", "FeedsService", "FeedsStore", "HTMLText", "NetworkClient", "Observed", "PagedList", "PostDomain", "PostText", "PostsService", "RichText", "Subscriptions", "UsersService"], tests: ["Database", "DatabaseLive", "FeedsServiceLive", "FeedsStoreLive", "FlagsStore", "FlagsStoreLive", "NetworkClientTestSupport", "PostsStore", "PostsStoreLive", "Store"]),
  .module  ("Feeds/Subscriptions",            ["FeedDocument", "HTMLText", "XML"], tests: []),
  .module  ("Feeds/SubscriptionsStore",       ["Observed", "Subscriptions"], tests: []),
  .module  ("Feeds/FeedRules",                ["PostDomain", "PostText", "RichText", "Subscriptions", "TextSearch"], tests: []),
  .module  ("Feeds/FeedRefresher",            ["Concurrency", "FeedsRepository", "FeedsService", "NetworkClient", "Observed", "PostDomain", "Subscriptions"], tests: ["CachedResource"]),
  .live    ("Feeds/FeedsRepositoryLive",      ["CachedResource", "CommentsService", "Database", "FeedDocument", "FeedPosts", "FeedRefresher", "FeedRules", "FeedsRepository", "FeedsService", "FeedsStore", "FlagsRepository", "FlagsStore", "NetworkClient", "Observed", "PagedList", "PostDomain", "PostsRepository", "PostsService", "PostsStore", "Store", "Subscriptions", "SubscriptionsStore"], tests: ["CachedPictures", "CommentsStoreLive", "DatabaseLive", "FeedsServiceLive", "FeedsStoreLive", "FlagsStoreLive", "NetworkClientTestSupport", "PostsRepositoryLive", "PostsStoreLive", "UsersService", "UsersStoreLive"]),
  .module  ("Feeds/FeedsRepository",          ["FeedDocument", "Observed", "PostDomain", "PostsRepository", "Subscriptions"], tests: []),
  .feature ("Feeds/FeedListFeature",          ["CachedResource", "Concurrency", "Database", "FeedsRepository", "FlagCommands", "FlagsStore", "ItemList", "LineEditor", "Messages", "NetworkClient", "Observed", "PagedList", "PostDomain", "PostsRepository", "Rendering", "Screen", "StyleGuide", "Subscriptions", "SubscriptionsStore", "Terminal", "TextLayout"], tests: ["DatabaseLive", "FlagsStoreLive", "TerminalTestSupport"]),
  .live    ("Feeds/SubscriptionsStoreLive",   ["Concurrency", "Subscriptions", "SubscriptionsStore"], tests: ["ProcessTestSupport"]),
  .module  ("Feeds/NewsboatCache",            ["Database", "FeedDocument", "FeedsRepository", "PostDomain"], tests: ["DatabaseLive"]),

  // Shell (6): command line, settings, coordinator, and the one module that knows every Live.
  .module  ("Shell/Settings",                 ["FeedRules", "Messages", "NetworkClient", "Subscriptions"], tests: []),
  .module  ("Shell/Repositories",             ["CachedResource", "ComicDomain", "ComicsRepository", "ContentService", "Database", "FeedsRepository", "FlagsStore", "Messages", "NetworkClient", "NewsboatCache", "Observed", "Pictures", "PositionsStore", "PostDomain", "PostsRepository", "ResponseCodeStore", "Settings", "Store", "SubscriptionsStore", "Sync", "Terminal", "TodoDomain", "TodosRepository"], tests: ["DatabaseLive", "FlagsRepository", "FlagsStoreLive", "PagedList"]),
  .module  ("Shell/CommandLine",              ["CachedResource", "CodeFetcher", "ComicDomain", "ComicsRepository", "ContentDomain", "Database", "FeedsRepository", "FlagsRepository", "FlagsStore", "Messages", "NetworkClient", "NewsboatCache", "Observed", "PagedList", "PostDomain", "PostText", "PostsRepository", "Repositories", "RichText", "Screen", "Settings", "Store", "Subscriptions", "SubscriptionsStore", "Sync", "TextLayout", "TextSearch", "TodoDomain", "TodosRepository"], tests: ["ContentService", "DatabaseLive", "FeedDocument", "FlagsStoreLive", "ResponseCodeStore"]),
  .feature ("Shell/HomeFeature",              ["Observed", "Rendering", "Screen", "StyleGuide", "Terminal"], tests: ["Pictures"]),
  .flow    ("Shell/AppCoordinator",           ["ComicDetailFeature", "ComicDomain", "ComicListFeature", "ComicsRepository", "Concurrency", "DataFetchFeature", "FeedListFeature", "FeedsRepository", "FlagCommands", "FlagsRepository", "FlagsStore", "HomeFeature", "ItemDetail", "ItemList", "LineEditor", "Messages", "Observed", "PagedList", "Pictures", "PositionsStore", "PostDetailFeature", "PostDomain", "PostListFeature", "PostsRepository", "Rendering", "Repositories", "Screen", "Settings", "StyleGuide", "Subscriptions", "Sync", "Terminal", "TextLayout", "TodoDomain", "TodoListFeature", "TodosRepository"], tests: ["CachedResource", "ContentDomain", "ContentService", "Database", "DatabaseLive", "FlagsStoreLive", "NetworkClient", "PositionsStoreLive", "ResponseCodeStore", "TerminalTestSupport"]),
  .root    ("Shell/Assembler",                ["AppCoordinator", "CachedPictures", "CachedResource", "ComicDomain", "ComicsRepository", "ComicsRepositoryLive", "ComicsService", "ComicsServiceLive", "ComicsStore", "ComicsStoreLive", "CommandLine", "CommentsServiceLive", "CommentsStore", "CommentsStoreLive", "Concurrency", "ContentDomain", "ContentService", "ContentServiceLive", "Database", "DatabaseLive", "FeedDocument", "FeedPosts", "FeedRules", "FeedsRepository", "FeedsRepositoryLive", "FeedsService", "FeedsServiceLive", "FeedsStore", "FeedsStoreLive", "FlagsStore", "FlagsStoreLive", "Messages", "NetworkClient", "NewsboatCache", "Observed", "Outbox", "PagedList", "Pictures", "PositionsStore", "PositionsStoreLive", "PostDomain", "PostText", "PostsRepository", "PostsRepositoryLive", "PostsService", "PostsServiceLive", "PostsStore", "PostsStoreLive", "Repositories", "ResponseCodeStore", "ResponseCodeStoreLive", "RichText", "Screen", "Settings", "Store", "Subscriptions", "SubscriptionsStore", "Terminal", "TodoDomain", "TodosRepository", "TodosRepositoryLive", "TodosService", "TodosServiceLive", "TodosStore", "TodosStoreLive", "UsersService", "UsersServiceLive", "UsersStore", "UsersStoreLive"], tests: ["ProcessTestSupport", "TerminalTestSupport"]),

  // Test support, under Tests.
  .support ("Support/TestSupport",            ["Database", "Observed", "PagedList"], tests: []),
  .support ("Support/NetworkClientTestSupport",["NetworkClient"], tests: []),
  .support ("Support/ProcessTestSupport",     ["Subprocess"], tests: []),
  .support ("Support/ItemListTestSupport",    ["CachedResource", "ItemList", "Observed", "PagedList", "TextSearch"], tests: []),
  .support ("Support/TerminalTestSupport",    ["Terminal", "TextLayout"], tests: []),
  .support ("Support/TodosTestSupport",       ["CachedResource", "NetworkClient", "TodoDomain", "TodosService"], tests: []),
]

let package = Package(
  name: "Satchel",
  platforms: [.macOS(.v15)],
  products: [.executable(name: "satchel", targets: ["App"])],
  targets: checked(graph).flatMap(\.targets) + [
    .executableTarget(
      name: "App",
      dependencies: [
        "Assembler", "CachedResource", "CommandLine", "Concurrency", "Database", "DatabaseLive", "Essentials",
        "FeedsService", "NetworkClient", "NetworkClientLive", "Observed", "Pictures", "Repositories", "Screen",
        "Settings", "Subprocess", "SubscriptionsStore", "SubscriptionsStoreLive", "Terminal", "TerminalLive",
      ],
      path: "App", swiftSettings: .strict, linkerSettings: .release),
    .testTarget(
      name: "ArchitectureTests", dependencies: ["ProcessTestSupport", "TestWidth"], path: "Tests/ArchitectureTests",
      swiftSettings: .strict),
    .target(name: "TestWidth", path: "Tests/TestWidth"),
    .testTarget(
      name: "ReadmeTests",
      dependencies: [
        "AppCoordinator", "ComicDetailFeature", "ComicDomain", "ComicListFeature", "ComicsRepository", "CommandLine",
        "ContentDomain", "ContentService", "DataFetchFeature", "Essentials", "FeedsRepository", "PagedList",
        "HomeFeature", "ItemList", "FlagsStore", "ItemDetail", "FlagCommands", "NetworkClient", "Observed", "Pictures",
        "PostDetailFeature", "PostDomain", "PostListFeature", "PostsRepository", "Rendering", "Repositories",
        "ResponseCodeStore", "Screen", "Settings", "StyleGuide", "Subscriptions", "Terminal", "TerminalTestSupport",
        "TodoDomain", "TodoListFeature", "TodosRepository",
      ],
      path: "Tests/ReadmeTests", swiftSettings: .strict),
    .testTarget(
      name: "EndToEndTests",
      dependencies: [
        "App", "Database", "DatabaseLive", "PagedList", "NetworkClient", "NetworkClientLive",
        "NetworkClientTestSupport", "Outbox", "ProcessTestSupport", "Terminal", "TestSupport", "TodoDomain",
        "TodosRepository", "TodosRepositoryLive", "TodosServiceLive", "TodosService", "TodosStoreLive",
        "TodosTestSupport", "TerminalTestSupport",
      ],
      path: "Tests/EndToEndTests", exclude: ["Saved", "relay.py"],
      swiftSettings: .strict),
    .executableTarget(
      name: "TerminalProbe",
      dependencies: ["Terminal", "TerminalLive"],
      path: "Tests/Terminal/TerminalProbe", swiftSettings: .strict),
    .executableTarget(
      name: "DatabaseProbe",
      dependencies: ["Database", "DatabaseLive"],
      path: "Tests/Storage/DatabaseProbe", swiftSettings: .strict),
  ]
)

// MARK: - How a row becomes targets

enum Kind: String {
  case module, c, live, feature, flow, root, support
  /// C whose work depends on its arguments alone.
  case pureC

  /// The whole dependency rule.
  var mayUse: Set<Kind> {
    switch self {
    case .c, .pureC: []
    case .live: [.module, .c, .pureC]
    case .module: [.module, .pureC]
    case .feature, .support: [.module]
    case .flow: [.module, .feature]
    case .root: [.module, .feature, .live, .flow]
    }
  }
}

struct Module {
  var kind: Kind
  var path: String
  var uses: [String]
  var tests: [String]?

  var name: String { String(path.split(separator: "/").last!) }

  var targets: [Target] {
    let isC = kind == .c || kind == .pureC
    let uses = isC || name == "Essentials" ? uses : ["Essentials"] + uses
    let module = Target.target(
      name: name, dependencies: uses.map { .target(name: $0) },
      path: kind == .support ? "Tests/\(path)" : "Modules/\(path)",
      swiftSettings: isC ? [] : settings)
    guard let tests else { return [module] }
    let testUses = ([name, "TestSupport"] + uses + tests).reduce(into: [String]()) { seen, use in
      if !seen.contains(use) { seen.append(use) }
    }
    return [
      module,
      .testTarget(
        name: "\(name)Tests", dependencies: testUses.map { .target(name: $0) }, path: "Tests/\(path)Tests",
        exclude: goldenFrames, swiftSettings: .strict),
    ]
  }

  private var settings: [SwiftSetting] {
    .strict + (Self.specialized.contains(name) ? .specialized : []) + (Self.optimized.contains(name) ? .optimized : [])
  }

  /// The modules that take most of the tests' time. Compiling them optimized takes less than they save.
  private static let optimized: Set = [
    "Essentials", "RichText", "TextSearch", "HTMLText", "XML", "Markdown", "TextLayout", "Database", "DatabaseLive",
    "PagedList", "ListTable", "RESTCollections", "Rendering", "FeedDocument", "Settings", "TerminalTestSupport",
  ]

  /// The modules whose generic code runs for every item of long lists or at every key. Modules that use them get copies of
  /// that code for the types there are; of all modules' code, the program would be a sixth larger.
  /// The compiler copies no function that holds a key path: `map { $0.name }` instead of `map(\.name)`.
  private static let specialized: Set = [
    "Essentials", "PagedList", "ListTable", "FlagsRepository", "CachedResource", "NetworkClient", "Observed",
    "RESTCollections",
  ]

  /// The text that the tests read, where they do.
  private var goldenFrames: [String] {
    let file = "Golden.txt"
    let path = "\(Context.packageDirectory)/Tests/\(path)Tests/\(file)"
    return FileManager.default.fileExists(atPath: path) ? [file] : []
  }
}

extension Module {
  static func c(_ path: String) -> Self { Self(kind: .c, path: path, uses: []) }
  static func pureC(_ path: String) -> Self { Self(kind: .pureC, path: path, uses: []) }
  static func module(_ path: String, _ uses: [String] = [], tests: [String]? = nil) -> Self {
    Self(kind: .module, path: path, uses: uses, tests: tests)
  }
  static func live(_ path: String, _ uses: [String] = [], tests: [String]? = nil) -> Self {
    Self(kind: .live, path: path, uses: uses, tests: tests)
  }
  static func feature(_ path: String, _ uses: [String] = [], tests: [String]? = nil) -> Self {
    Self(kind: .feature, path: path, uses: uses, tests: tests)
  }
  static func flow(_ path: String, _ uses: [String] = [], tests: [String]? = nil) -> Self {
    Self(kind: .flow, path: path, uses: uses, tests: tests)
  }
  static func root(_ path: String, _ uses: [String] = [], tests: [String]? = nil) -> Self {
    Self(kind: .root, path: path, uses: uses, tests: tests)
  }
  static func support(_ path: String, _ uses: [String] = [], tests: [String]? = nil) -> Self {
    Self(kind: .support, path: path, uses: uses, tests: tests)
  }
}

extension [SwiftSetting] {
  /// Computed, because a `let` below `package` would still be empty when `package` reads it.
  static var strict: Self {
    [
      .enableUpcomingFeature("ExistentialAny"),
      .enableUpcomingFeature("InternalImportsByDefault"),
      .enableUpcomingFeature("MemberImportVisibility"),
      .treatAllWarnings(as: .error),
      // The index is what `swift test` finds the tests by on Linux. That of the toolchain's own modules nobody reads,
      // and writing it takes a tenth of a build.
      .unsafeFlags(["-index-ignore-system-modules"]),
      // Without this each module holds a checksum of the folder that it was built in.
      .unsafeFlags(["-Xfrontend", "-disable-incremental-llvm-codegen"], .when(configuration: .release)),
    ]
  }

  /// Lets other modules specialise all generic code of a module, not only the smallest.
  static var specialized: Self { [.unsafeFlags(["-cross-module-optimization"], .when(configuration: .release))] }

  /// Optimizes a module in debug builds, too.
  static var optimized: Self { [.unsafeFlags(["-O"], .when(configuration: .debug))] }
}

extension [LinkerSetting] {
  /// Without symbols, and without the C++ library to be loaded.
  static var release: Self {
    [
      .unsafeFlags(
        ["-Xlinker", "-s", "-L", "\(Context.packageDirectory)/.tools/static"],
        .when(platforms: [.linux], configuration: .release))
    ]
  }
}

func checked(_ graph: [Module]) -> [Module] {
  let kinds = Dictionary(graph.map { ($0.name, $0.kind) }, uniquingKeysWith: { first, _ in first })
  func objections(to name: String, uses: [String], allowed: Set<Kind>) -> [String] {
    uses.compactMap { use in
      guard let kind = kinds[use] else { return "\(name) uses \(use), which is not in the table" }
      return allowed.contains(kind) ? nil : "\(name) may not use \(use), which is of the kind \(kind)"
    }
  }
  let broken = graph.flatMap { module in
    objections(to: module.name, uses: module.uses, allowed: module.kind.mayUse)
      + objections(to: "\(module.name)Tests", uses: module.tests ?? [], allowed: [.support, .module, .live])
  }
  guard broken.isEmpty else {
    FileHandle.standardError.write(Data(broken.map { "error: \($0)\n" }.joined().utf8))
    exit(1)
  }
  return graph
}
