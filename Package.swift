// swift-tools-version: 6.2
import Foundation
import PackageDescription

// The module graph. A row says what a module is, where it lives under Modules/ (test support: under Tests/), and
// what it may import. `tests:` adds <Name>Tests; its list is what only the tests import.
// swift-format-ignore
let graph: [Module] = [
  // Core: what every resource is built from. Every module may use Essentials, as it may use the toolchain.
  .module ("Core/Essentials",                                                                    tests: []),
  .module ("Core/Loadable",                                                                      tests: []),
  .module ("Core/Observed",                                                                      tests: []),
  .module ("Core/UndoStack",                ["Observed"],                                        tests: []),
  .module ("Core/ViewModel",                ["Observed"],                                        tests: []),
  .module ("Core/NetworkClient",                                                                 tests: []),
  .c      ("Core/CCurl"),
  .live   ("Core/NetworkClientLive",        ["NetworkClient", "CCurl", "DetachedThread"],        tests: ["NetworkClientTestSupport", "ProcessTestSupport", "TestClocks"]),
  .c      ("Core/CSQLite"),
  .module ("Core/Checksum",                                                                      tests: []),
  .module ("Core/Database",                 ["Checksum", "Observed"],                                        tests: ["DatabaseLive", "TestClocks"]),
  .live   ("Core/DatabaseLive",             ["Observed", "CSQLite", "Database"],                  tests: ["ProcessTestSupport"]),
  .module ("Core/Suggestion",                                                                    tests: []),
  .module ("Core/JSON5",                                                                         tests: []),
  .module ("Core/TextSearch",                                                                    tests: []),
  .module ("Core/Store",                    ["Observed"],                                         tests: []),
  .module ("Core/FileName",                 ["Checksum"],                                        tests: []),
  .module ("Core/ItemsLoader",              ["Store"],                                           tests: ["Database", "DatabaseLive", "DatabaseStore"]),
  .module ("Core/RowList",                  ["Observed"],                                  tests: []),
  .module ("Core/RowListTable",             ["Checksum", "Database", "RowList"],                 tests: ["DatabaseLive", "Observed"]),
  .module ("Core/Outbox",                   ["RowList", "Observed"],                                         tests: ["Database", "DatabaseLive", "RowListTable", "TestClocks"]),
  .module ("Core/DatabaseStore",            ["Checksum", "Database", "ItemsLoader", "Store"],    tests: ["DatabaseLive", "Observed"]),
  .module ("Core/Paging",                                                                        tests: []),
  .module ("Core/Latch",                                                                         tests: []),
  .module ("Core/SingleFlight",                                                                  tests: []),
  .module ("Core/Feed",                       ["FlagsStore", "ItemKind", "ItemsLoader", "Observed", "Paging", "SingleFlight", "Store", "TextSearch"], tests: ["DatabaseLive", "FeedTable", "Database", "TestClocks"]),
  .module ("Core/ItemKind",                                                                      tests: []),
  .module ("Core/FlagsStore",               ["ItemKind", "Observed"],                                tests: []),
  .live   ("Core/FlagsStoreLive",           ["Database", "FlagsStore", "ItemKind"],                  tests: ["DatabaseLive", "Observed", "ProcessTestSupport"]),
  .module ("Core/CommandQueue",             ["Observed"],                                        tests: []),
  .module ("Core/PlacesStore",              ["ItemKind"],                                        tests: ["DatabaseLive", "Observed", "PlacesStoreLive", "TestClocks"]),
  .live   ("Core/PlacesStoreLive",          ["Database", "ItemKind", "PlacesStore"],             tests: ["DatabaseLive"]),
  .module ("Core/ItemMarks",                  ["Feed", "FlagsStore", "ItemKind", "Observed"], tests: ["DatabaseLive", "FlagsStoreLive", "ItemsLoader"]),
  .module ("Core/FeedTable",                  ["Checksum", "Database", "Feed", "FlagsStore", "ItemsLoader", "Observed", "Paging", "Store", "TextSearch"], tests: ["DatabaseLive", "FlagsStoreLive", "ItemKind", "ItemMarks"]),
  .module ("Core/RemoteItems",              ["NetworkClient", "ItemsLoader", "Paging"],          tests: []),
  .module ("Core/ConcurrentMap",                                                                 tests: []),
  .module ("Core/Mojibake",                                                                      tests: []),
  .module ("Core/HTMLText",                 ["Mojibake", "RichText"],                            tests: []),
  .module ("Core/WebAddress",                                                                    tests: []),
  .module ("Core/RichText",                                                                      tests: []),
  .module ("Core/Markdown",                 ["HTMLText", "RichText", "TextLayout"],              tests: []),
  .module ("Core/Sync",                       ["Database", "Feed", "ItemsLoader", "NetworkClient", "Observed", "Paging", "ConcurrentMap", "FlagsStore", "ItemKind", "ItemMarks"], tests: ["DatabaseLive", "FeedTable", "FlagsStoreLive", "Store"]),
  .module ("Core/DetachedThread",                                                                tests: []),
  .module ("Core/Subprocess",               ["DetachedThread"],                                  tests: []),

  // Terminal: from bytes to screens.
  .module ("Terminal/Terminal",                                                                  tests: []),
  .module ("Terminal/KeyDecoder",           ["Terminal"],                                        tests: ["TerminalTestSupport"]),
  .c      ("Terminal/CTerminal"),
  .live   ("Terminal/TerminalLive",           ["Terminal", "KeyDecoder", "CTerminal", "Latch"], tests: ["TestClocks", "ProcessTestSupport"]),
  .module ("Terminal/TextLayout",                                                                tests: []),
  .module ("Terminal/Pictures",             ["Checksum", "Terminal"],                            tests: []),
  .module ("Terminal/LineEditor",            ["Terminal", "TextLayout"],                          tests: []),
  .module ("Terminal/Rendering",            ["Pictures", "Terminal", "TextLayout", "TextSearch"], tests: ["TerminalTestSupport"]),
  .module ("Terminal/Screen",               ["Terminal", "Rendering", "Observed", "ViewModel"],  tests: []),
  .module ("Terminal/StyleGuide",           ["LineEditor", "Messages", "Terminal", "TextLayout", "Rendering", "Observed", "ViewModel"], tests: ["TestClocks"]),
  .module ("Terminal/ScreenEnvironment",    ["Observed", "Pictures"],                            tests: ["TestClocks"]),
  .module ("Terminal/ItemList",             ["LineEditor", "Feed", "TextSearch", "Observed", "ViewModel", "TextLayout", "Terminal", "Rendering", "Screen", "StyleGuide", "ScreenEnvironment", "Messages", "CommandQueue"], tests: ["ItemListTestSupport", "ItemsLoader", "Paging", "TerminalTestSupport", "TestClocks", "NetworkClient"]),
  .module ("Terminal/ItemPage",             ["LineEditor", "ItemsLoader", "Loadable", "NetworkClient", "Observed", "ViewModel", "TextLayout", "Terminal", "Rendering", "Screen", "StyleGuide", "ScreenEnvironment", "Messages", "ItemMarks", "RichText", "TextSearch"], tests: ["TerminalTestSupport", "TestClocks"]),
  .module ("Terminal/Marking",              ["ItemMarks", "FlagsStore", "CommandQueue", "Feed", "ItemList", "Messages", "Observed", "Rendering", "Screen", "ScreenEnvironment", "StyleGuide", "Terminal", "UndoStack", "ViewModel"], tests: ["TestClocks", "FlagsStoreLive", "Database", "DatabaseLive", "ItemKind"]),

  // Posts: posts, their authors and their comments.
  .module ("Posts/PostDomain",                                                                   tests: []),
  .module ("Posts/PostsStore",              ["PostDomain", "Feed"]),
  .live   ("Posts/PostsStoreLive",          ["PostDomain", "PostsStore", "Database", "Feed", "FeedTable"], tests: ["DatabaseLive", "Paging"]),
  .module ("Posts/PostsService",            ["PostDomain", "ItemsLoader", "Paging", "NetworkClient"], tests: []),
  .live   ("Posts/PostsServiceLive",        ["PostDomain", "PostsService", "ItemsLoader", "Paging", "NetworkClient", "RemoteItems", "WebAddress"], tests: []),
  .module ("Posts/UsersStore",              ["PostDomain", "ItemsLoader", "Store"]),
  .live   ("Posts/UsersStoreLive",          ["PostDomain", "UsersStore", "ItemsLoader", "Database", "DatabaseStore", "Store"], tests: ["DatabaseLive"]),
  .module ("Posts/UsersService",            ["PostDomain", "ItemsLoader", "NetworkClient"],      tests: []),
  .live   ("Posts/UsersServiceLive",        ["PostDomain", "UsersService", "ItemsLoader", "Paging", "NetworkClient", "RemoteItems"], tests: []),
  .module ("Posts/CommentsStore",           ["PostDomain", "ItemsLoader", "Store"]),
  .live   ("Posts/CommentsStoreLive",       ["PostDomain", "CommentsStore", "ItemsLoader", "Database", "DatabaseStore", "Store"], tests: ["DatabaseLive"]),
  .module ("Posts/CommentsService",         ["PostDomain", "ItemsLoader", "NetworkClient"],      tests: []),
  .live   ("Posts/CommentsServiceLive",     ["PostDomain", "CommentsService", "ItemsLoader", "NetworkClient", "RemoteItems"], tests: []),
  .module ("Posts/PostsRepository",         ["PostDomain", "Feed", "ItemsLoader", "FlagsStore", "ItemKind", "ItemMarks", "Sync", "Observed"],               tests: ["Paging"]),
  .live   ("Posts/PostsRepositoryLive",     ["PostDomain", "PostsRepository", "Feed", "ItemsLoader", "Store", "PostsStore", "PostsService", "UsersStore", "UsersService", "CommentsStore", "CommentsService", "NetworkClient", "FlagsStore", "Observed", "ItemMarks", "SingleFlight", "Sync"], tests: ["FlagsStoreLive", "CommentsStoreLive", "Database", "DatabaseLive", "Paging", "PostsStoreLive", "TestClocks", "UsersStoreLive"]),
  .module ("Posts/PostText",                ["HTMLText", "Markdown", "RichText", "TextLayout", "WebAddress"], tests: []),
  .feature("Posts/PostListFeature",         ["PostDomain", "PostsRepository", "ItemList", "ViewModel", "Rendering", "Screen", "ScreenEnvironment", "ItemMarks", "Marking", "Messages", "Terminal", "Observed"], tests: ["ItemListTestSupport", "TerminalTestSupport", "TestClocks", "Feed", "FlagsStoreLive", "DatabaseLive"]),
  .feature("Posts/PostDetailFeature",       ["PostDomain", "PostsRepository", "PostText", "ItemPage", "Loadable", "RichText", "ViewModel", "TextLayout", "Terminal", "Screen", "StyleGuide", "ScreenEnvironment", "ItemMarks", "Marking", "Messages", "PlacesStore"], tests: ["ItemsLoader", "NetworkClient", "TerminalTestSupport", "TestClocks", "Rendering"]),

  // Comics: a numbered series of drawn jokes, and their pictures.
  .module ("Comics/ComicDomain",                                                                 tests: []),
  .module ("Comics/ComicsService",          ["ComicDomain", "ConcurrentMap", "ItemsLoader", "Paging", "NetworkClient"], tests: []),
  .live   ("Comics/ComicsServiceLive",      ["ComicDomain", "ComicsService", "HTMLText", "Mojibake", "NetworkClient", "RemoteItems", "WebAddress"], tests: ["ItemsLoader"]),
  .module ("Comics/ComicsStore",            ["ComicDomain", "Feed", "NetworkClient"],            tests: []),
  .live   ("Comics/ComicsStoreLive",        ["ComicDomain", "ComicsStore", "Database", "Feed", "FeedTable", "NetworkClient"], tests: ["Store", "DatabaseLive", "ItemsLoader", "Paging"]),
  .module ("Comics/PicturesService",        ["ItemsLoader", "NetworkClient", "Pictures"],        tests: []),
  .live   ("Comics/PicturesServiceLive",    ["ItemsLoader", "NetworkClient", "Pictures", "PicturesService", "RemoteItems"], tests: []),
  .module ("Comics/PicturesStore",          ["ItemsLoader", "Pictures", "Store"]),
  .live   ("Comics/PicturesStoreLive",      ["Database", "DatabaseStore", "ItemsLoader", "Pictures", "PicturesStore", "Store"], tests: ["DatabaseLive"]),
  .module ("Comics/ComicsRepository",       ["FlagsStore", "ComicDomain", "Feed", "ItemsLoader", "NetworkClient", "Pictures", "ItemKind", "ItemMarks", "Sync", "Observed"], tests: ["FlagsStoreLive", "DatabaseLive"]),
  .live   ("Comics/ComicsRepositoryLive",     ["FlagsStore", "Observed", "ComicDomain", "ComicsRepository", "ComicsService", "ComicsStore", "Feed", "ItemsLoader", "NetworkClient", "Paging", "Pictures", "PicturesService", "PicturesStore", "Store", "ItemMarks", "Sync"], tests: ["FlagsStoreLive", "ComicsStoreLive", "Database", "DatabaseLive", "PicturesStoreLive", "TestClocks"]),
  .feature("Comics/ComicListFeature",       ["Marking", "ComicDomain", "ComicsRepository", "ItemList", "Messages", "ViewModel", "Terminal", "Rendering", "Screen", "StyleGuide", "ScreenEnvironment", "ItemMarks", "Observed"], tests: ["LineEditor", "FlagsStore", "ItemListTestSupport", "NetworkClient", "TerminalTestSupport", "TestClocks", "Feed", "FlagsStoreLive", "DatabaseLive"]),
  .feature("Comics/ComicDetailFeature",     ["Marking", "ComicDomain", "ComicsRepository", "ItemPage", "ItemsLoader", "Loadable", "Messages", "Observed", "Pictures", "ViewModel", "TextLayout", "Terminal", "Rendering", "Screen", "StyleGuide", "ScreenEnvironment", "ItemMarks"], tests: ["FlagsStoreLive", "DatabaseLive", "LineEditor", "NetworkClient", "TerminalTestSupport", "TestClocks"]),

  // Todos: what is to be done, changed here and delivered later.
  .module ("Todos/TodoDomain",                                                                   tests: []),
  .module ("Todos/TodosSource",             ["TodoDomain", "ItemsLoader"],                       tests: []),
  .live   ("Todos/TodosServiceLive",        ["TodoDomain", "TodosSource", "ItemsLoader", "NetworkClient", "RemoteItems"], tests: ["TodosTestSupport"]),
  .module ("Todos/TodosStore",              ["TodoDomain", "ItemsLoader", "Outbox", "RowList", "TodosSource"], tests: ["Database", "DatabaseLive", "TodosStoreLive", "TodosTestSupport"]),
  .live   ("Todos/TodosStoreLive",          ["TodoDomain", "TodosStore", "Outbox", "RowList", "RowListTable", "Database"], tests: ["DatabaseLive"]),
  .module ("Todos/TodosRepository",         ["TodoDomain", "Feed", "NetworkClient"],             tests: []),
  .live   ("Todos/TodosRepositoryLive",     ["TodoDomain", "TodosRepository", "Observed", "Feed", "ItemsLoader", "Outbox", "RowList", "SingleFlight", "TextSearch", "TodosStore", "TodosSource", "NetworkClient"], tests: ["Database", "DatabaseLive", "ProcessTestSupport", "TestClocks", "TodosServiceLive", "TodosStoreLive", "TodosTestSupport"]),
  .feature("Todos/TodoListFeature",         ["TodoDomain", "TodosRepository", "Feed", "ItemList", "LineEditor", "Messages", "NetworkClient", "Observed", "UndoStack", "ViewModel", "TextLayout", "Terminal", "Rendering", "Screen", "StyleGuide", "ScreenEnvironment", "CommandQueue"], tests: ["Database", "ItemListTestSupport", "TerminalTestSupport", "TestClocks"]),

  // Content: a response code, fetched in two steps, and how often.
  .module ("Content/ContentDomain"),
  .module ("Content/ContentService",        ["ContentDomain", "NetworkClient"],                  tests: []),
  .live   ("Content/ContentServiceLive",    ["ContentDomain", "ContentService", "NetworkClient"], tests: ["TestClocks"]),
  .module ("Content/ResponseCodeStore",     ["ContentDomain", "Database"],                       tests: []),
  .live   ("Content/ResponseCodeStoreLive", ["ContentDomain", "ResponseCodeStore", "Checksum", "Database"], tests: ["DatabaseLive"]),
  .module ("Content/CodeFetcher",           ["ContentDomain", "ContentService", "ResponseCodeStore"], tests: ["Database", "NetworkClient"]),
  .feature("Content/DataFetchFeature",      ["ContentDomain", "CodeFetcher", "ContentService", "ResponseCodeStore", "Database", "Observed", "ViewModel", "TextLayout", "Terminal", "Rendering", "Screen", "StyleGuide", "ScreenEnvironment", "Messages"], tests: ["TerminalTestSupport", "TestClocks", "NetworkClient"]),

  // Shell: the command line, and the one place that knows every Live.
  .module ("Shell/Messages",                 ["NetworkClient", "Database", "ItemsLoader", "Paging"], tests: []),
  .module ("Shell/Doctor",                  ["Observed", "Pictures", "Terminal"], tests: ["TestClocks"]),
  .module ("Shell/KeptServers",             ["Store"], tests: []),
  .module ("Shell/Settings",                ["JSON5", "Suggestion"], tests: []),
  .module ("Shell/Repositories",            ["ComicDomain", "ComicsRepository", "ContentService", "Doctor", "ItemMarks", "KeptServers", "Observed", "PostDomain", "PostsRepository", "ResponseCodeStore", "TodoDomain", "TodosRepository", "PlacesStore", "Sync"], tests: ["FlagsStore", "FlagsStoreLive", "DatabaseLive", "NetworkClient"]),
  .module ("Shell/FullSync",                ["Repositories", "ItemsLoader", "NetworkClient", "Observed", "Sync", "TodosRepository"], tests: ["ComicsRepository", "Database", "Feed", "PostDomain", "PostsRepository", "TestClocks", "TodoDomain"]),
  .module ("Shell/CommandLine",             ["FullSync", "Repositories", "PostDomain", "PostsRepository", "PostText", "RichText", "Screen", "ComicDomain", "ComicsRepository", "TodoDomain", "TodosRepository", "Feed", "ItemsLoader", "Paging", "ContentDomain", "CodeFetcher", "Database", "NetworkClient", "TextLayout", "TextSearch", "Messages", "Doctor", "ItemMarks", "KeptServers", "Settings", "Suggestion", "Sync"], tests: ["FlagsStore", "ContentService", "ResponseCodeStore", "ItemKind", "TestClocks", "FlagsStoreLive", "DatabaseLive"]),
  .feature("Shell/HomeFeature",             ["Observed", "ViewModel", "Terminal", "Rendering", "Screen", "StyleGuide"], tests: ["Pictures"]),
  .flow   ("Shell/AppCoordinator",          ["Database", "FullSync", "Messages", "Sync", "Repositories", "HomeFeature", "ItemList", "ItemPage", "TodoListFeature", "TodosRepository", "PostListFeature", "PostDetailFeature", "ComicListFeature", "ComicDetailFeature", "DataFetchFeature", "Marking", "ComicDomain", "ComicsRepository", "Feed", "LineEditor", "PostsRepository", "Observed", "Pictures", "ViewModel", "Terminal", "TextLayout", "Rendering", "Screen", "StyleGuide", "ScreenEnvironment", "CommandQueue", "PostDomain", "ItemKind", "PlacesStore", "Settings"], tests: ["DatabaseLive", "PlacesStoreLive", "TerminalTestSupport", "TestClocks", "ContentDomain", "ItemsLoader", "NetworkClient", "ContentService", "ResponseCodeStore", "FlagsStoreLive"]),
  .root   ("Shell/Assembler",               ["CommandLine", "Repositories", "TodosRepository", "Outbox", "TodoDomain", "TodosRepositoryLive", "TodosServiceLive", "TodosStore", "TodosStoreLive", "AppCoordinator", "ComicDomain", "Pictures", "FlagsStore", "FlagsStoreLive", "ComicsRepository", "ComicsRepositoryLive", "ComicsService", "ComicsServiceLive", "ComicsStore", "ComicsStoreLive", "PicturesService", "PicturesServiceLive", "PicturesStore", "PicturesStoreLive", "ScreenEnvironment", "Terminal", "NetworkClient", "Observed", "Database", "DatabaseLive", "Feed", "FileName", "PostDomain", "PostsStore", "PostsStoreLive", "PostsServiceLive", "UsersStoreLive", "UsersServiceLive", "CommentsStoreLive", "CommentsServiceLive", "PostsRepository", "PostsRepositoryLive", "ContentDomain", "ContentService", "ContentServiceLive", "ResponseCodeStore", "ResponseCodeStoreLive", "PlacesStore", "PlacesStoreLive", "CommentsStore", "Doctor", "ItemKind", "ItemsLoader", "KeptServers", "Latch", "Messages", "Paging", "PostsService", "RowList", "Settings", "Store", "TodosSource", "UsersStore"], tests: ["TestClocks", "TerminalTestSupport"]),

  // Support: what only tests use.
  .support("Support/TestSupport",             ["Database", "Feed", "Observed"], tests: []),
  .support("Support/NetworkClientTestSupport", ["NetworkClient"],                                   tests: []),
  .support("Support/ProcessTestSupport",       ["Subprocess"],                                      tests: []),
  .support("Support/TestClocks",                                                                    tests: []),
  .support("Support/ItemListTestSupport",  ["Feed", "ItemsLoader", "Observed", "TextSearch", "ItemList"], tests: []),
  .support("Support/TerminalTestSupport",  ["Terminal", "TextLayout"],                          tests: []),
  .support("Support/TodosTestSupport",        ["TodoDomain", "ItemsLoader", "NetworkClient", "TodosSource"], tests: []),
]

let package = Package(
  name: "Satchel",
  platforms: [.macOS(.v15)],
  products: [.executable(name: "satchel", targets: ["App"])],
  targets: checked(graph).flatMap(\.targets) + [
    .executableTarget(
      name: "App",
      dependencies: [
        "Assembler", "CommandLine", "Database", "DatabaseLive", "Essentials", "FileName", "KeptServers",
        "NetworkClient", "NetworkClientLive", "Observed", "Pictures", "ScreenEnvironment", "Settings", "Subprocess",
        "Terminal", "TerminalLive",
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
        "ContentDomain", "ContentService", "DataFetchFeature", "Feed", "HomeFeature", "ItemList", "ItemMarks",
        "ItemPage", "Marking", "NetworkClient", "Observed", "Pictures", "PostDetailFeature", "PostDomain",
        "PostListFeature", "PostsRepository", "Rendering", "Repositories", "ResponseCodeStore", "Screen",
        "ScreenEnvironment", "Settings", "StyleGuide", "Terminal", "TerminalTestSupport", "TodoDomain",
        "TodoListFeature", "TodosRepository", "ViewModel",
      ],
      path: "Tests/ReadmeTests", swiftSettings: .strict),
    .testTarget(
      name: "EndToEndTests",
      dependencies: [
        "App", "Database", "DatabaseLive", "Feed", "NetworkClient", "NetworkClientLive", "NetworkClientTestSupport",
        "Outbox", "ProcessTestSupport", "Terminal", "TestSupport", "TodoDomain", "TodosRepository",
        "TodosRepositoryLive", "TodosServiceLive", "TodosSource", "TodosStoreLive",
        "TodosTestSupport",
        "TerminalTestSupport",
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
      path: "Tests/Core/DatabaseProbe", swiftSettings: .strict),
  ]
)

// MARK: - How a row becomes targets

enum Kind: String {
  case module, c, live, feature, flow, root, support

  /// The whole dependency rule.
  var mayUse: Set<Kind> {
    switch self {
    case .c: []
    case .live: [.module, .c]
    case .module, .feature, .support: [.module]
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
    let uses = kind == .c || name == "Essentials" ? uses : ["Essentials"] + uses
    let module = Target.target(
      name: name, dependencies: uses.map { .target(name: $0) },
      path: kind == .support ? "Tests/\(path)" : "Modules/\(path)",
      swiftSettings: kind == .c ? [] : Self.specialized.contains(name) ? .strict + .specialized : .strict)
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

  /// The modules whose generic code works on every item of long lists. Whoever uses them gets copies of that code for the
  /// items there are; of all modules' code, the program would be a sixth larger.
  private static let specialized: Set = [
    "Checksum", "Essentials", "Feed", "FeedTable", "ItemMarks", "ItemsLoader", "NetworkClient", "Paging", "RemoteItems",
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
