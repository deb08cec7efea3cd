import Foundation
import Testing

struct DocumentationTests {
  @Test(arguments: try Manifest.this.modules + Manifest.this.support)
  func `every public declaration has a doc comment`(target: Manifest.Target) throws {
    // Outside of the loops, because a regex is compiled each time that it is evaluated.
    let opening = #/^\s*public (indirect )?enum\b/#
    let publicCase = /^ {2,4}case \w+(\(|,| =|$)/
    let publicDeclaration = /^\s*(?:@\w+ )?public (?!init|import|extension|typealias Instant)/
    let attribute = /^\s*@\w+/
    let comment = /^\s*\/\/\//
    let anyCase = #/^\s*case\b/#
    for file in try target.sources {
      let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n", omittingEmptySubsequences: false)
      var isPublicEnum = false
      for (index, line) in lines.enumerated() {
        if line.contains(opening) { isPublicEnum = true }
        if line == "}" { isPublicEnum = false }
        let isCase = isPublicEnum && line.contains(publicCase)
        guard isCase || line.contains(publicDeclaration) else { continue }
        let above = lines[..<index].last { !$0.contains(attribute) } ?? ""
        let sharesTheLineAbove = isCase && above.contains(anyCase)
        #expect(above.contains(comment) || sharesTheLineAbove, "\(file.lastPathComponent):\(index + 1) \(line)")
      }
    }
  }

  @Test(arguments: try Manifest.this.modules + Manifest.this.support)
  func `no comment begins with What, That, Who, Whoever, Where or How`(target: Manifest.Target) throws {
    let comment = /^\s*\/\//
    let riddle = /^\s*\/\/\/? ?(What|That|Who|Whoever|Where|How)\b(?!.*\?$)/
    for file in try target.sources {
      let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n", omittingEmptySubsequences: false)
      for (index, line) in lines.enumerated() where line.contains(comment) {
        #expect(!line.contains(riddle), "\(file.lastPathComponent):\(index + 1) \(line)")
      }
    }
  }

  @Test(arguments: try Manifest.this.targets)
  func `no test is named like a riddle`(target: Manifest.Target) throws {
    let riddle = /func `(what|that|who|whoever|where|how|nor|neither) [^`]*`/
    for file in try target.sources {
      let text = try String(contentsOf: file, encoding: .utf8)
      #expect(text.matches(of: riddle).map { String($0.output.0) } == [], "\(file.lastPathComponent)")
    }
  }

  @Test(arguments: try Manifest.this.modules.filter { $0.name != "App" })
  func `a module begins with a sentence that says what it is for`(module: Manifest.Target) throws {
    let first = try module.allSources.map { try String(contentsOf: $0, encoding: .utf8).prefix { !$0.isNewline } }
    #expect(first.filter { $0.contains(/^\/\/ (?!Generated)[A-Z].*\.$/) }.count == 1, "\(first)")
  }

  /// The paths of the README and the articles.
  private var documents: [String] {
    get throws {
      let folder = root.appending(path: "App/Satchel.docc").path()
      let articles = try FileManager.default.contentsOfDirectory(atPath: folder)
      return ["README.md", ".github/CONTRIBUTING.md"] + articles.map { "App/Satchel.docc/\($0)" }
    }
  }

  @Test func `every path named in the README and the articles exists`() throws {
    let readme = try text(of: "README.md")
    for match in try documents.map(text).joined().matches(of: /`((?:Modules|Tests|App|server)\/[\w\/.+]+)`/) {
      #expect(FileManager.default.fileExists(atPath: root.appending(path: String(match.1)).path()), "\(match.1)")
    }
    #expect(readme.contains("server/demo posts"))
    #expect(readme.contains("swift test"))
  }
}
