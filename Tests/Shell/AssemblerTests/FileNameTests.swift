import Assembler
import Testing

struct FileNameTests {
  @Test(arguments: [
    ("posts", "posts"), ("page-1_a.json", "page-1_a.json"), ("A", "%41"), ("a/b", "a%2fb"), ("..", "%2e."),
    (".hidden", "%2ehidden"), ("%41", "%2541"), ("é", "%c3%a9"), ("a\0b", "a%00b"), ("", ""),
  ])
  func `a file name contains only characters that are safe in a file system`(text: String, name: String) {
    #expect(FileName(text).text == name)
  }

  @Test func `long texts become distinct file names of 128 bytes`() {
    let text = String(repeating: "界", count: 1_000)
    let names = [text, text + "a", text + "b"].map { FileName($0).text }
    #expect(Set(names).count == 3)
    #expect(names.allSatisfy { $0.utf8.count == 128 })
  }

  @Test(arguments: ["posts", "A", "a/b", "..", "%41", "é", "a\0b", "http [::1] 8000 a~b"])
  func `a file name decodes to the text it was made from`(text: String) throws {
    let name = FileName(text)
    #expect(FileName(existing: name.text) == name)
    #expect(name.original == text)
  }

  @Test(arguments: ["%4", "%4z", "%+1", "%61", "%e9", "%2E", "a~0123456789abcdef", "a%"])
  func `a name that encodes no text has no original`(name: String) {
    #expect(FileName(existing: name)?.original == nil)
  }

  @Test(arguments: ["", ".a", "a/b", "A", "a b", "é"])
  func `a string that is no valid file name is rejected`(name: String) {
    #expect(FileName(existing: name) == nil)
    #expect(FileName(existing: String(repeating: "a", count: 129)) == nil)
  }

  @Test func `the checksum is FNV-1a`() {
    // The well-known hash of the empty text never appears in a name, so this computes the hash of 129 letters a.
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for _ in 0..<129 { hash = (hash ^ 0x61) &* 0x100_0000_01b3 }
    #expect(FileName(String(repeating: "a", count: 129)).text.hasSuffix("~" + String(hash, radix: 16)))
  }
}
