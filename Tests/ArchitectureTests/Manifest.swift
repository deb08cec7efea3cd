import Foundation
import ProcessTestSupport
import Testing

/// The package as SwiftPM reads it.
struct Manifest: Decodable, Sendable {
  struct Target: Decodable, Sendable, CustomTestStringConvertible {
    /// `["Name", condition]`
    struct Dependency: Decodable, Sendable {
      var target: [Name?]?
      var byName: [Name?]?
    }

    /// `{"kind": {"unsafeFlags": {"_0": ["-flag"]}}}`
    struct Setting: Decodable, Sendable {
      struct Kind: Decodable, Sendable { var unsafeFlags: [String: [String]]? }

      var kind: Kind
    }

    var name: String
    var type: String
    var path: String
    var dependencies: [Dependency]
    var settings: [Setting]

    var testDescription: String { name }

    /// The names of the modules that the target depends on.
    var uses: [String] { dependencies.compactMap { ($0.target ?? $0.byName)?.first??.text } }

    /// Whether the modules that use the target get copies of its generic code, for their types.
    var isSpecialized: Bool {
      settings.contains { $0.kind.unsafeFlags?.values.contains { $0.contains("-cross-module-optimization") } ?? false }
    }

    /// The folder of the target's layer: "Storage".
    var folder: String { path.split(separator: "/").dropFirst().first.map(String.init) ?? "" }

    /// The Swift files of the target.
    var sources: [URL] { get throws { try files { $0.hasSuffix(".swift") } } }

    /// The Swift and C files of the target.
    var allSources: [URL] { get throws { try files { $0.hasSuffix(".swift") || $0.hasSuffix(".c") } } }

    private func files(_ isWanted: (String) -> Bool) throws -> [URL] {
      let folder = root.appending(path: path)
      return try FileManager.default.subpathsOfDirectory(atPath: folder.path())
        .filter(isWanted).sorted().map { folder.appending(path: $0) }
    }
  }

  /// A name; nil for a condition, which this package does not use.
  struct Name: Decodable, Sendable {
    var text: String?

    init(from decoder: any Decoder) throws { text = try? decoder.singleValueContainer().decode(String.self) }
  }

  struct Package: Decodable, Sendable {}

  var targets: [Target]
  var dependencies: [Package]

  /// The modules of the program, without tests and their support.
  var modules: [Target] { targets.filter { !$0.path.hasPrefix("Tests/") } }

  /// The modules that only tests use.
  var support: [Target] { targets.filter { $0.path.hasPrefix("Tests/Support/") && !$0.name.hasSuffix("Tests") } }

  static var this: Self { get throws { try cached.get() } }

  /// Uses a separate scratch path, because `swift test` holds the lock on .build.
  private static let cached = Result {
    let scratch = FileManager.default.temporaryDirectory.appending(path: "satchel-manifest-\(getpid())")
    defer { try? FileManager.default.removeItem(at: scratch) }
    let pipe = Pipe()
    let child = try ChildProcess(
      "swift", ["package", "--package-path", root.path(), "--scratch-path", scratch.path(), "dump-package"],
      output: pipe.fileHandleForWriting)
    defer { withExtendedLifetime(child) {} }
    try pipe.fileHandleForWriting.close()
    return try JSONDecoder().decode(Self.self, from: pipe.fileHandleForReading.readToEnd() ?? Data())
  }
}

let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

/// Returns the text of a file in the package.
func text(of path: String) throws -> String {
  try String(contentsOf: root.appending(path: path), encoding: .utf8)
}
