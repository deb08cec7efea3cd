import Essentials
import Testing

struct HexadecimalTests {
  @Test(arguments: [
    (0, 2, "00"), (0xA, 2, "0a"), (0xFF, 2, "ff"), (0x1F600, 4, "1f600"), (0x7F, 4, "007f"),
  ])
  func `a hexadecimal number is padded to the given number of digits`(number: Int, digits: Int, text: String) {
    #expect(number.hexadecimal(digits: digits) == text)
    #expect(number.hexadecimal(digits: digits, uppercase: true) == text.uppercased())
  }
}
