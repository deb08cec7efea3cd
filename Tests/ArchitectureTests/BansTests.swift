import Foundation
import Testing

/// Tests for code that is banned everywhere, or outside of some modules.
struct BansTests {
  struct Ban: CustomTestStringConvertible, Sendable {
    var what: String
    var pattern: String
    /// The modules and test targets in which the pattern is allowed.
    var except: Set<String> = []
    var testDescription: String { what }
  }

  static let bans = [
    Ban(what: "looking into modules", pattern: #"@testable"#),
    Ban(what: "sleeping", pattern: #"Task\.sleep|Thread\.sleep|(?<![\w.])(u|nano)sleep\(|(?<![\w.])sleep\(\d"#),
    Ban(
      what: "crashing on input", pattern: #"\btry!|\bfatalError\(|\bas!|preconditionFailure\("#,
      except: ["TerminalProbe"]),
    Ban(
      what: "escaping from concurrency checking", pattern: #"@unchecked Sendable|nonisolated\(unsafe\)|@preconcurrency"#
    ),
    Ban(what: "a main actor", pattern: #"@MainActor"#),
    Ban(what: "assignments in a tuple", pattern: #"(^|[{:]) *\((\$?\w+\.)*\w+(, (\$?\w+\.)*\w+)+\) = \("#),
    Ban(
      what: "declarations in a tuple", pattern: #"\b(let|var) \(\w+(, \w+)+\)(: \([^=]*\))? = \("#),
    Ban(
      what: "first elements of lazy maps, which call the closure twice",
      pattern: #"\.lazy\.(compactM|m)ap.*\.first(?! ?[({])"#),
    Ban(what: "protocols of our own", pattern: #"^\s*(public |private |fileprivate )?protocol \w+"#),
    Ban(what: "unfinished work", pattern: #"\b(TODO|FIXME|XXX|HACK)\b"#),
    Ban(what: "tests that cannot fail", pattern: #"#expect\((true|Bool\(true\))\)"#),
    Ban(what: "conditions joined in one expectation", pattern: #"#expect\(([^(){}"]|\([^(){}"]*\))* && "#),
    Ban(
      what: "sockets", pattern: #"\bsocket\(|sockaddr|\bgetaddrinfo\("#,
      except: ["NetworkClientLive", "NetworkClientTestSupport", "NetworkClientLiveTests"]),
    Ban(what: "Foundation's Process", pattern: #"\bProcess\(\)"#),
    Ban(what: "URLSession", pattern: #"URLSession|FoundationNetworking"#),
    Ban(what: "libcurl", pattern: #"import CCurl|curl_easy|curl_multi"#, except: ["NetworkClientLive", "CCurl"]),
    Ban(what: "SQLite", pattern: #"import CSQLite|csqlite_"#, except: ["DatabaseLive", "CSQLite"]),
    Ban(what: "libxml2", pattern: #"import CXML|cxml_"#, except: ["XML", "CXML"]),
    Ban(
      what: "files", pattern: #"FileManager\.|FileHandle\(|contentsOf: URL|(?<![\w.])open\(["a-z]"#,
      except: [
        "DatabaseLive", "DatabaseLiveTests", "App", "TerminalLive",
        "NetworkClientTestSupport", "ProcessTestSupport", "Subprocess",
        "ProcessTestSupportTests",
        "NetworkClientTestSupportTests", "NetworkClientLive", "NetworkClientLiveTests", "TerminalLiveTests",
        "EndToEndTests", "ArchitectureTests", "ReadmeTests", "CTerminal", "SubscriptionsStoreLive",
        "SubscriptionsStoreLiveTests",
      ]),
    Ban(
      what: "escape codes", pattern: #"\\u\{1[bB]\}|\\x1[bB]|\\e\["#,
      except: [
        "Rendering", "TerminalLive", "KeyDecoder", "Pictures", "PicturesTests", "KeyDecoderTests", "RenderingTests",
        "TerminalLiveTests", "TextLayoutTests", "CommandLineTests", "RESTCollectionsTests", "PostsStoreLiveTests",
        "AppCoordinatorTests", "AssemblerTests", "ComicDetailFeatureTests", "ComicListFeatureTests",
        "ComicsStoreLiveTests", "EndToEndTests", "LineEditorTests", "TodoListFeatureTests", "PostDetailFeatureTests",
        "PostTextTests",
        "PostListFeatureTests", "StyleGuideTests", "TerminalTestSupport", "TerminalTestSupportTests",
        "TerminalTests",
      ]),
    Ban(
      what: "the clock on the wall", pattern: #"\bDate\(\)|Date\.now|ContinuousClock\(\)|SuspendingClock\(\)"#,
      except: [
        "App", "NetworkClientLive", "NetworkClientLiveTests", "TerminalLive", "EndToEndTests", "TerminalLiveTests",
      ]),
    Ban(
      what: "the process's environment and arguments",
      pattern: #"ProcessInfo\.|CommandLine\.arguments|\bgetenv\("#,
      except: [
        "ProcessTestSupport", "TerminalTestSupport",
        "App", "TerminalProbe", "DatabaseProbe", "NetworkClientLive", "EndToEndTests", "NetworkClientLiveTests",
        "ArchitectureTests",
        "TerminalLiveTests",
      ]),
  ]

  @Test(arguments: bans)
  func `no file contains banned code outside the exempt targets`(ban: Ban) throws {
    // Foundation's regular expressions take a tenth of the time of Swift's.
    let pattern = "(?m)" + ban.pattern
    for target in try Manifest.this.targets where !ban.except.contains(target.name) {
      for file in try target.sources where file.lastPathComponent != "BansTests.swift" {
        let text = try String(contentsOf: file, encoding: .utf8)
        let found = text.range(of: pattern, options: .regularExpression).map { String(text[$0]) }
        #expect(found == nil, "\(target.name)/\(file.lastPathComponent)")
      }
    }
  }

  /// The compiler does not specialise a function that contains a key path, nor the functions that only it calls.
  @Test func `specialized modules contain no key paths`() throws {
    let specialized = try Manifest.this.targets.filter(\.isSpecialized)
    #expect(specialized.map(\.name).contains("ListTable"))
    let keyPath = /(map|filter|reduce|by:|where:|contains|allSatisfy|first|sorted) ?\(?\\\.(?!self\b)\w+/
    for file in try specialized.flatMap({ try $0.sources }) {
      let text = try String(contentsOf: file, encoding: .utf8)
      let found = text.firstMatch(of: keyPath).map { String(text[$0.range]) }
      #expect(found == nil, "\(file.lastPathComponent)")
    }
  }

  @Test func `no two files share a name`() throws {
    let names = try Manifest.this.targets.flatMap { try $0.sources.map(\.lastPathComponent) }
    let counts = Dictionary(grouping: names) { $0 }.mapValues(\.count)
    #expect(counts.filter { $0.value > 1 } == [:])
  }

  @Test func `test files are named after a suite in them`() throws {
    let suite = #/(?m)^(?:@Suite.*?\)? )?(?:struct|class|actor|enum) (\w+Tests)\b/#
    var count = 0
    for file in try Manifest.this.targets.flatMap({ try $0.sources }) where file.path().hasSuffix("Tests.swift") {
      let suites = try String(contentsOf: file, encoding: .utf8).matches(of: suite).map { String($0.output.1) }
      if suites.isEmpty { continue }
      count += 1
      #expect(suites.contains(file.deletingPathExtension().lastPathComponent), "\(suites)")
    }
    #expect(count > 200)
  }

  /// These words have several meanings or none; the article Vocabulary lists the words to use instead.
  @Test(arguments: try Manifest.this.targets)
  func `identifiers contain no refused words`(target: Manifest.Target) throws {
    let old =
      #"\b(\w*Kept\w*|kept|keptAt|isKept|\w*Shelf\w*|shelf|shelves|\w*Journey|journey|\w*Courier|courier|\w*Keeper|keeper|"#
      + #"ItemsLoader|LoadResult|StoredCopy|RowList|RemoteItems|ItemPage\w*|ItemMarks|MarkedFeed|FeedStore|FeedTable|"#
      + #"ArrangedFeed|Arrangement|FeedKey|ChangeNotifier|ChangeNews|walkUnmarked|wideEnoughFor\w*)\b"#
    // Comments, strings and test names are prose, not identifiers.
    let prose = #""""[\s\S]*?"""|//.*|"(?:[^"\\]|\\.)*"|`[^`]* [^`]*`"#
    for file in try target.sources where file.lastPathComponent != "BansTests.swift" {
      let code = try String(contentsOf: file, encoding: .utf8)
        .replacingOccurrences(of: prose, with: "", options: .regularExpression)
      let found = code.range(of: old, options: .regularExpression).map { String(code[$0]) }
      #expect(found == nil, "\(target.name)/\(file.lastPathComponent)")
    }
  }

  @Test func `no two types that a module can see share a name`() throws {
    let declaration = try Regex<(Substring, Substring)>(
      #"^(?:public |final |indirect )*(?:struct|class|enum|actor|protocol) (\w+)"#
    ).anchorsMatchLineEndings()
    var places: [String: [String]] = [:]
    for target in try Manifest.this.modules + Manifest.this.support {
      for file in try target.sources {
        for match in try String(contentsOf: file, encoding: .utf8).matches(of: declaration) {
          places[String(match.output.1), default: []].append("\(target.name)/\(file.lastPathComponent)")
        }
      }
    }
    #expect(places.count > 300)
    #expect(places.filter { $0.value.count > 1 }.isEmpty)
  }

  /// Files that were added by mistake, such as archives, are not text.
  @Test(arguments: ["App", "Modules", "Tests", "server", ".ci", ".tools", ".pictures"])
  func `every file is text`(folder: String) throws {
    let files = FileManager.default.enumerator(
      at: root.appending(path: folder), includingPropertiesForKeys: [.isRegularFileKey])
    var count = 0
    while let file = files?.nextObject() as? URL {
      guard try file.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile == true else { continue }
      // The exceptions are Python's cache, which is not checked in, databases of an earlier version, and the comics'
      // pictures.
      let binaries = ["/__pycache__/", "/EndToEndTests/Saved/", "/server/data/pictures/"]
      if binaries.contains(where: { file.path().contains($0) }) { continue }
      count += 1
      #expect(String(data: try Data(contentsOf: file), encoding: .utf8) != nil, "\(file.path())")
    }
    #expect(count > 0)
  }
}
