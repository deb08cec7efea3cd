import Essentials
import Testing

struct ASCIIDigitTests {
  @Test func `the ASCII digits are those from 0 to 9 without a combining mark`() {
    #expect("0123456789".filter(\.isASCIIDigit) == "0123456789")
    #expect("a-./:é²½٣１5\u{301}\r\n".filter(\.isASCIIDigit) == "")
  }
}
