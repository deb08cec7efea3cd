import Settings
import Testing

struct SettingsValuesTests {
  @Test(
    arguments: [
      ("1 GiB", 1 << 30), ("1G", 1 << 30), ("1gib", 1 << 30), ("1.5 GB", 1_500_000_000), ("800 MB", 800_000_000),
      ("2m", 2 << 20), ("1 TiB", 1 << 40), ("4096KiB", 4 << 20), ("1048576", 1 << 20), ("1048576 bytes", 1 << 20),
    ] as [(String, Int)])
  func `sizes are parsed in common spellings of decimal and binary units`(text: String, bytes: Int) throws {
    #expect(try Int(size: text) == bytes)
  }

  @Test(arguments: [
    "", "GiB", "1 XB", "-1 GiB", "1,5 GiB", "1.2.3 M", "1e9", "٣ GiB", "1 GiB ", "999999999 TiB", "1 iB", "nan",
  ])
  func `an invalid size is rejected with an example`(text: String) {
    let error = #expect(throws: ValueError.self) { try Int(size: text) }
    #expect(error?.needs == "needs a size such as 1 GiB or 500 MB, not \(text)")
  }

  @Test func `sizes below 1 MiB are rejected`() {
    #expect(throws: ValueError("needs at least 1 MiB, not 1023 KiB")) { try Int(size: "1023 KiB") }
    #expect(throws: ValueError("needs at least 1 MiB, not 0")) { try Int(size: "0") }
  }
}
