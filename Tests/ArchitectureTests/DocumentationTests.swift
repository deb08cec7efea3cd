import Foundation
import Testing

struct DocumentationTests {
  @Test(arguments: try Manifest.this.modules + Manifest.this.support)
  func `public declarations say what they are for`(target: Manifest.Target) throws {
    // Outside of the loops: each is compiled where it stands.
    let opening = #/^\s*public (indirect )?enum\b/#
    let publicCase = /^ {2,4}case \w+(\(|,| =|$)/
    let publicDeclaration = /^\s*(?:@\w+ )?public (?!init|import|extension|typealias Instant)/
    let (attribute, comment, anyCase) = (/^\s*@\w+/, /^\s*\/\/\//, #/^\s*case\b/#)
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

  @Test func `the README's module table is the manifest`() throws {
    let rows = try text(of: "README.md").matches(of: /(?m)^\| `(\w+)` \| ([^|]*) \| ([^|]+) \|$/)
    let readme = Dictionary(uniqueKeysWithValues: rows.map { ($0.1, $0.2) }.map { (String($0), String($1)) })
    for target in try Manifest.this.modules {
      // Every module may use the essentials; their row says so.
      let uses = target.uses.filter { $0 != "Essentials" }.map { "`\($0)`" }.joined(separator: ", ")
      let row = try #require(readme[target.name], "the table has no row for \(target.name)")
      #expect(row.trimmingCharacters(in: .whitespaces) == (uses.isEmpty ? "–" : uses), "\(target.name)")
    }
    #expect(Set(readme.keys) == Set(try Manifest.this.modules.map(\.name)))
  }

  @Test func `what the README names is there`() throws {
    let readme = try text(of: "README.md")
    for match in readme.matches(of: /`((?:Modules|Tests|App|server)\/[\w\/.]+)`/) {
      #expect(FileManager.default.fileExists(atPath: root.appending(path: String(match.1)).path()), "\(match.1)")
    }
    #expect(readme.contains("server/demo posts"))
    #expect(readme.contains("swift test"))
  }
}
