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
  .module ("Core/NetworkClient",                                                                 tests: []),
  .module ("Core/Store",                                                                         tests: []),
  .support("Core/TestSupport",              ["Store"],                                           tests: []),
  .support("Core/TestClocks",                                                                    tests: []),

  // Terminal: from bytes to screens.
  .module ("Terminal/Terminal",                                                                  tests: []),
  .module ("Terminal/KeyDecoder",           ["Terminal"],                                        tests: ["TerminalTestSupport"]),
  .c      ("Terminal/CTerminal"),
  .live   ("Terminal/TerminalLive",         ["Terminal", "KeyDecoder", "CTerminal"],             tests: ["TestClocks"]),
  .module ("Terminal/TextLayout",                                                                tests: []),
  .module ("Terminal/Rendering",            ["Terminal", "TextLayout"],                          tests: ["TerminalTestSupport"]),
  .support("Terminal/TerminalTestSupport",  ["Terminal", "TextLayout"],                          tests: []),
]

let package = Package(
  name: "Satchel",
  platforms: [.macOS(.v15)],
  products: [.executable(name: "satchel", targets: ["App"])],
  targets: checked(graph).flatMap(\.targets) + [
    .executableTarget(
      name: "App",
      dependencies: [],
      path: "App", swiftSettings: .strict),
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
