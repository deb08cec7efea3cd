import Foundation
import Testing

/// Compares the imports in the sources with the manifest, because SwiftPM does not check them.
struct ImportsTests {
  @Test(arguments: try Manifest.this.targets)
  func `imports are the declared dependencies`(target: Manifest.Target) throws {
    let ours = Set(try Manifest.this.targets.map(\.name))
    let imported = try target.imports.intersection(ours).subtracting([target.name])
    let declared = Set(target.uses)
    #expect(imported.subtracting(declared) == [], "imported, but not declared")
    #expect(declared.subtracting(try given(to: target)).subtracting(imported) == [], "declared, but never imported")
  }

  /// Modules of the toolchain. Only tests may import all of Foundation; other modules import FoundationEssentials.
  private let toolchain: Set = ["Dispatch", "Synchronization", "Glibc", "Musl", "Darwin"]
  private let essentials: Set = ["Foundation", "FoundationEssentials"]

  @Test(arguments: try Manifest.this.modules + Manifest.this.support)
  func `modules import nothing but each other and the toolchain`(target: Manifest.Target) throws {
    let ours = Set(try Manifest.this.targets.map(\.name))
    let more =
      if target.name == "Essentials" { essentials } else if target.name.hasSuffix("TestSupport") {
        Set(["Foundation", "Testing"])
      } else { Set<String>() }
    #expect(try target.imports.subtracting(ours).subtracting(toolchain) == more.intersection(try target.imports))
  }

  /// Returns the modules that tests may import without naming them in the manifest: the tested module, its dependencies
  /// and TestSupport.
  private func given(to target: Manifest.Target) throws -> Set<String> {
    let module = try Manifest.this.targets.first { $0.name + "Tests" == target.name }
    // Tests that run App depend on it, but cannot import an executable. TestWidth takes effect by being loaded.
    return module.map { Set($0.uses).union([$0.name, "TestSupport"]) } ?? ["App", "Essentials", "TestWidth"]
  }

  @Test func `there is no third-party package`() throws {
    #expect(try Manifest.this.dependencies.isEmpty)
  }

  @Test func `the module folders are those declared in the manifest`() throws {
    let folders = try FileManager.default.subpathsOfDirectory(atPath: root.appending(path: "Modules").path())
      .filter { $0.hasSuffix(".swift") || $0.hasSuffix(".c") }
      .map { $0.split(separator: "/").prefix(2).joined(separator: "/") }
    let rows = try Manifest.this.modules.map(\.path).filter { $0 != "App" }
    #expect(Set(folders.map { "Modules/" + $0 }) == Set(rows))
  }

  /// The folders by layer, the lowest first. Every module may use Essentials.
  private let layers = [
    ["Core", "Text"], ["Network", "Storage", "Terminal"], ["Lists"], ["Screens"],
    ["Posts", "Comics", "Todos", "Content", "Feeds"], ["Shell"],
  ]

  @Test func `folders import only folders of lower layers`() throws {
    let modules = try Manifest.this.modules.filter { $0.name != "App" }
    let folders = Dictionary(uniqueKeysWithValues: modules.map { ($0.name, $0.folder) })
    let ranks = Dictionary(
      uniqueKeysWithValues: layers.enumerated().flatMap { rank, names in names.map { ($0, rank) } })
    #expect(Set(folders.values).subtracting(ranks.keys) == [], "folders without a layer")
    for module in modules {
      for use in module.uses where use != "Essentials" {
        let from = module.folder
        let to = try #require(folders[use])
        // Feeds implements the interfaces of Posts.
        if from == to || (from == "Feeds" && to == "Posts") { continue }
        let above = try #require(ranks[from])
        let below = try #require(ranks[to])
        #expect(above > below, "\(from)/\(module.name) imports \(to)/\(use)")
      }
    }
  }

  @Test func `a folder holds at most twenty modules`() throws {
    let folders = Dictionary(grouping: try Manifest.this.modules.filter { $0.name != "App" }, by: \.folder)
    #expect(folders.mapValues(\.count).filter { $0.value > 20 } == [:])
  }

  @Test func `every module has a test target, except the exempt ones`() throws {
    let names = Set(try Manifest.this.targets.map(\.name))
    let untested = try (Manifest.this.modules + Manifest.this.support).map(\.name).filter {
      !names.contains($0 + "Tests")
    }
    let exempt = [
      "App", "CCurl", "CSQLite", "CTerminal", "CXML", "Store", "PostDomain",
      "PostsService", "PostsStore", "UsersService", "UsersStore", "CommentsService", "CommentsStore", "TodosService",
      "ContentDomain", "ContentService", "ResponseCodeStore", "NetworkClientTestSupport",
    ]
    #expect(Set(untested).subtracting(exempt) == [])
  }

  @Test func `the top level contains only the agreed files and folders`() throws {
    let names = try FileManager.default.contentsOfDirectory(atPath: root.path()).filter { !$0.hasPrefix(".") }
    #expect(Set(names) == ["Package.swift", "Modules", "App", "Tests", "server", "README.md"])
  }
}

extension Manifest.Target {
  fileprivate var imports: Set<String> {
    get throws {
      let pattern = /^\s*(?:@\w+ )*(?:public |package |internal )?import (?:struct |enum |func |class )?(\w+)/
      return try sources.reduce(into: []) { found, file in
        for line in try String(contentsOf: file, encoding: .utf8).split(separator: "\n") {
          if let match = line.firstMatch(of: pattern) { found.insert(String(match.1)) }
        }
      }
    }
  }
}
