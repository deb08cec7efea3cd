// swift-tools-version: 6.2
import Foundation
import PackageDescription

// The module graph. A row says what a module is, where it lives under Modules/, and
// what it may import. `tests:` adds <Name>Tests; its list is what only the tests import.
// swift-format-ignore
let graph: [Module] = [
  // Core: what every resource is built from.
  .module ("Core/Loadable",                                                                      tests: []),
  .module ("Core/Observed",                                                                      tests: []),
  .module ("Core/ViewModel",                ["Observed"],                                        tests: []),
  .module ("Core/NetworkClient",                                                                 tests: []),
  .c      ("Core/CCurl"),
  .live   ("Core/NetworkClientLive",        ["NetworkClient", "CCurl"],                          tests: ["NetworkClientTestSupport", "ProcessTestSupport", "TestClocks"]),
  .support("Core/NetworkClientTestSupport", ["NetworkClient"],                                   tests: []),
  .module ("Core/Database"),
  .module ("Core/Store",                                                                         tests: []),
  .module ("Core/FileStore",                ["Store"],                                           tests: []),
  .module ("Core/FileLock",                 ["FileStore"],                                       tests: []),
  .live   ("Core/FileStoreLive",            ["FileLock", "FileStore", "Store"],                  tests: ["ProcessTestSupport"]),
  .module ("Core/ItemsLoader",              ["Store"],                                           tests: []),
  .module ("Core/Paging",                   ["ItemsLoader", "Store"],                            tests: []),
  .module ("Core/Feed",                     ["ItemsLoader"]),
  .module ("Core/RemoteItems",              ["NetworkClient", "ItemsLoader", "Paging"],          tests: []),
  .module ("Core/ConcurrentMap",                                                                 tests: []),
  .module ("Core/Mojibake",                                                                      tests: []),
  .module ("Core/HTMLText",                 ["Mojibake"],                                        tests: []),
  .support("Core/TestSupport",              ["Store", "FileLock"],                               tests: []),
  .support("Core/ProcessTestSupport",                                                            tests: []),
  .support("Core/TestClocks",                                                                    tests: []),

  // Terminal: from bytes to screens.
  .module ("Terminal/Terminal",                                                                  tests: []),
  .module ("Terminal/KeyDecoder",           ["Terminal"],                                        tests: ["TerminalTestSupport"]),
  .c      ("Terminal/CTerminal"),
  .live   ("Terminal/TerminalLive",         ["Terminal", "KeyDecoder", "CTerminal"],             tests: ["TestClocks"]),
  .module ("Terminal/TextLayout",                                                                tests: []),
  .module ("Terminal/TextFilter",                                                                tests: []),
  .module ("Terminal/Rendering",            ["Terminal", "TextLayout"],                          tests: ["TerminalTestSupport"]),
  .module ("Terminal/Screen",               ["Terminal", "Rendering", "ViewModel"],              tests: ["Observed"]),
  .module ("Terminal/StyleGuide",           ["Terminal", "TextLayout", "Rendering", "Observed", "ViewModel"], tests: ["TestClocks"]),
  .module ("Terminal/ScreenEnvironment",                                                              tests: []),
  .module ("Terminal/Pictures",             ["Terminal"],                                        tests: []),
  .support("Terminal/TerminalTestSupport",  ["Terminal", "TextLayout"],                          tests: []),

  // Posts: posts, their authors and their comments.
  .module ("Posts/PostDomain"),
  .module ("Posts/PostsStore",              ["PostDomain", "ItemsLoader", "Paging", "Store"]),
  .live   ("Posts/PostsStoreLive",          ["PostDomain", "PostsStore", "ItemsLoader", "Paging", "FileStore", "Store"], tests: []),
  .module ("Posts/PostsService",            ["PostDomain", "ItemsLoader", "Paging", "NetworkClient"], tests: []),
  .live   ("Posts/PostsServiceLive",        ["PostDomain", "PostsService", "ItemsLoader", "Paging", "NetworkClient", "RemoteItems"], tests: []),
  .module ("Posts/UsersStore",              ["PostDomain", "ItemsLoader", "Store"]),
  .live   ("Posts/UsersStoreLive",          ["PostDomain", "UsersStore", "ItemsLoader", "FileStore", "Store"], tests: []),
  .module ("Posts/UsersService",            ["PostDomain", "ItemsLoader", "NetworkClient"],      tests: []),
  .live   ("Posts/UsersServiceLive",        ["PostDomain", "UsersService", "NetworkClient", "RemoteItems"], tests: ["ItemsLoader"]),
  .module ("Posts/CommentsStore",           ["PostDomain", "ItemsLoader", "Store"]),
  .live   ("Posts/CommentsStoreLive",       ["PostDomain", "CommentsStore", "ItemsLoader", "FileStore", "Store"], tests: []),
  .module ("Posts/CommentsService",         ["PostDomain", "ItemsLoader", "NetworkClient"],      tests: []),
  .live   ("Posts/CommentsServiceLive",     ["PostDomain", "CommentsService", "ItemsLoader", "NetworkClient", "RemoteItems"], tests: []),
  .module ("Posts/PostsRepository",         ["PostDomain", "ItemsLoader", "Paging"],             tests: []),
  .live   ("Posts/PostsRepositoryLive",     ["PostDomain", "PostsRepository", "ItemsLoader", "Paging", "Store", "PostsStore", "PostsService", "UsersStore", "UsersService", "CommentsStore", "CommentsService"], tests: ["NetworkClient"]),
  .feature("Posts/PostListFeature",         ["PostDomain", "PostsRepository", "ItemsLoader", "Paging", "Observed", "ViewModel", "TextFilter", "TextLayout", "Terminal", "Rendering", "Screen", "StyleGuide", "ScreenEnvironment", "Messages"], tests: ["TerminalTestSupport", "TestClocks", "NetworkClient"]),
  .feature("Posts/PostDetailFeature",       ["PostDomain", "PostsRepository", "ItemsLoader", "Loadable", "NetworkClient", "Observed", "ViewModel", "TextLayout", "Terminal", "Rendering", "Screen", "StyleGuide", "ScreenEnvironment", "Messages"], tests: ["TerminalTestSupport", "TestClocks"]),

  // Comics: a numbered series of drawn jokes, and their pictures.
  .module ("Comics/ComicDomain",                                                                 tests: []),
  .module ("Comics/ComicsService",          ["ComicDomain", "ConcurrentMap", "ItemsLoader", "Paging", "NetworkClient"], tests: []),
  .live   ("Comics/ComicsServiceLive",      ["ComicDomain", "ComicsService", "HTMLText", "Mojibake", "NetworkClient", "RemoteItems"], tests: ["ItemsLoader"]),
  .module ("Comics/PicturesService",        ["ItemsLoader", "NetworkClient", "Pictures"],        tests: []),
  .live   ("Comics/PicturesServiceLive",    ["ItemsLoader", "NetworkClient", "Pictures", "PicturesService", "RemoteItems"], tests: []),

  // Content: a response code, fetched in two steps, and how often.
  .module ("Content/ContentDomain"),
  .module ("Content/ContentService",        ["ContentDomain", "NetworkClient"],                  tests: []),
  .live   ("Content/ContentServiceLive",    ["ContentDomain", "ContentService", "FileLock", "FileStore", "NetworkClient"], tests: []),
  .module ("Content/ResponseCodeStore",     ["ContentDomain", "Store"]),
  .live   ("Content/ResponseCodeStoreLive", ["ContentDomain", "ResponseCodeStore", "FileStore", "Store"], tests: []),
  .module ("Content/LastResponseCodeService", ["ContentDomain", "FileStore"],                    tests: []),
  .live   ("Content/LastResponseCodeServiceLive", ["ContentDomain", "LastResponseCodeService", "ResponseCodeStore", "Store"], tests: ["FileStore"]),
  .module ("Content/CounterStore",          ["Store"]),
  .live   ("Content/CounterStoreLive",      ["CounterStore", "FileStore", "Store"],              tests: []),
  .module ("Content/CounterService",        ["FileStore"],                                       tests: []),
  .live   ("Content/CounterServiceLive",    ["ContentDomain", "CounterService", "CounterStore", "LastResponseCodeService", "FileLock", "FileStore", "Store"], tests: []),
  .module ("Content/CodeFetcher",           ["ContentDomain", "ContentService", "CounterService", "LastResponseCodeService"], tests: ["FileStore", "NetworkClient"]),
  .feature("Content/DataFetchFeature",      ["ContentDomain", "CodeFetcher", "ContentService", "CounterService", "LastResponseCodeService", "FileStore", "Observed", "ViewModel", "TextLayout", "Terminal", "Rendering", "Screen", "StyleGuide", "ScreenEnvironment", "Messages"], tests: ["TerminalTestSupport", "TestClocks", "NetworkClient"]),

  // Shell: the command line, and the one place that knows every Live.
  .module ("Shell/Messages",                 ["NetworkClient", "FileStore", "ItemsLoader", "Paging"], tests: []),
  .module ("Shell/CommandLine",             ["PostDomain", "PostsRepository", "ItemsLoader", "Paging", "ContentDomain", "CodeFetcher", "ContentService", "CounterService", "LastResponseCodeService", "FileStore", "NetworkClient", "TextLayout", "Messages"], tests: []),
  .feature("Shell/HomeFeature",             ["Observed", "ViewModel", "Terminal", "Rendering", "Screen", "StyleGuide"], tests: []),
  .flow   ("Shell/AppCoordinator",          ["HomeFeature", "PostListFeature", "PostDetailFeature", "DataFetchFeature", "PostsRepository", "ContentService", "CounterService", "LastResponseCodeService", "Observed", "ViewModel", "Terminal", "TextLayout", "Rendering", "Screen", "StyleGuide", "ScreenEnvironment"], tests: ["TerminalTestSupport", "TestClocks", "PostDomain", "ItemsLoader", "NetworkClient"]),
  .root   ("Shell/Assembler",               ["CommandLine", "AppCoordinator", "ScreenEnvironment", "Terminal", "NetworkClient", "FileLock", "FileStore", "Store", "PostDomain", "PostsStore", "PostsStoreLive", "PostsService", "PostsServiceLive", "UsersStore", "UsersStoreLive", "UsersService", "UsersServiceLive", "CommentsStore", "CommentsStoreLive", "CommentsService", "CommentsServiceLive", "PostsRepository", "PostsRepositoryLive", "ContentDomain", "ContentService", "ContentServiceLive", "ResponseCodeStore", "ResponseCodeStoreLive", "LastResponseCodeService", "LastResponseCodeServiceLive", "CounterStore", "CounterStoreLive", "CounterService", "CounterServiceLive"], tests: ["TestClocks", "TerminalTestSupport"]),
]

let package = Package(
  name: "Satchel",
  platforms: [.macOS(.v15)],
  products: [.executable(name: "satchel", targets: ["App"])],
  targets: checked(graph).flatMap(\.targets) + [
    .executableTarget(
      name: "App",
      dependencies: [
        "Assembler", "CommandLine", "FileLock", "FileStore", "FileStoreLive", "NetworkClient", "NetworkClientLive",
        "ScreenEnvironment", "Terminal", "TerminalLive",
      ],
      path: "App", swiftSettings: .strict),
    .testTarget(
      name: "ArchitectureTests", dependencies: ["ProcessTestSupport"], path: "Tests/ArchitectureTests",
      swiftSettings: .strict),
    .testTarget(
      name: "ReadmeTests",
      dependencies: [
        "AppCoordinator", "CommandLine", "ContentDomain", "ContentService", "CounterService", "DataFetchFeature",
        "HomeFeature", "LastResponseCodeService", "Loadable", "PostDetailFeature", "PostDomain", "PostListFeature",
        "PostsRepository", "Rendering", "Screen", "StyleGuide", "Terminal", "ViewModel",
      ],
      path: "Tests/ReadmeTests", swiftSettings: .strict),
    .testTarget(
      name: "EndToEndTests",
      dependencies: [
        "App", "NetworkClient", "NetworkClientLive", "NetworkClientTestSupport", "ProcessTestSupport", "Terminal",
        "TerminalTestSupport",
      ],
      path: "Tests/EndToEndTests", exclude: ["relay.py"],
      swiftSettings: .strict),
    .executableTarget(
      name: "TerminalProbe",
      dependencies: ["Terminal", "TerminalLive"],
      path: "Tests/Terminal/TerminalProbe", swiftSettings: .strict),
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
    let module = Target.target(
      name: name, dependencies: uses.map { .target(name: $0) }, path: "Modules/\(path)",
      swiftSettings: kind == .c ? [] : .strict)
    guard let tests else { return [module] }
    let testUses = ([name, "TestSupport"] + uses + tests).reduce(into: [String]()) { seen, use in
      if !seen.contains(use) { seen.append(use) }
    }
    return [
      module,
      .testTarget(
        name: "\(name)Tests", dependencies: testUses.map { .target(name: $0) }, path: "Tests/\(path)Tests",
        swiftSettings: .strict),
    ]
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
      + objections(to: "\(module.name)Tests", uses: module.tests ?? [], allowed: [.support, .module])
  }
  guard broken.isEmpty else {
    FileHandle.standardError.write(Data(broken.map { "error: \($0)\n" }.joined().utf8))
    exit(1)
  }
  return graph
}
