import Foundation
import RESTCollections
import TestSupport
import Testing

struct WireDateTests {
  func date(_ json: String) -> Date? {
    try? JSONDecoder().decode([WireDate].self, from: Data("[\(json)]".utf8)).first?.date
  }

  /// 2024-01-05T10:20:30Z.
  let moment = Date(timeIntervalSince1970: 1_704_450_030)

  @Test(arguments: [
    "2024-01-05T10:20:30Z", "2024-01-05t10:20:30z", "2024-01-05T10:20:30", "2024-01-05 10:20:30",
    "2024-01-05T10:20:30.000Z", "2024-01-05T10:20:30.000000", "2024-01-05T12:20:30+02:00", "2024-01-05T12:20:30+0200",
    "2024-01-05T05:20:30-05", "2024-01-05 12:20:30 +0200", "  2024-01-05T10:20:30Z\n",
    "Fri, 05 Jan 2024 10:20:30 GMT", "5 Jan 2024 10:20:30 +0000", "Fri, 05 Jan 24 05:20:30 EST",
    "Fri, 5 jan 2024 12:20:30 +0200", "05 Jan 2024 10:20:30", "Fri,  5 Jan 2024  10:20:30 Z", "1704450030",
    "1704450030000",
  ])
  func `a date is decoded from ISO 8601, RFC 822 and Unix time texts`(text: String) throws {
    let json = String(decoding: try JSONEncoder().encode(text), as: UTF8.self)
    #expect(date(json) == moment)
  }

  @Test(arguments: ["1704450030", "1704450030000", "1704450030.0", "1.70445003e9"])
  func `numbers are seconds or milliseconds`(json: String) {
    #expect(date(json) == moment)
  }

  @Test func `fractions of a second are decoded`() throws {
    let half = try #require(date(#""2024-01-05T10:20:30.5+00:00""#))
    #expect(abs(half.timeIntervalSince(moment) - 0.5) < 0.001)
    #expect(date("1704450030500") == moment.addingTimeInterval(0.5))
  }

  @Test func `a date without a time is midnight in UTC, and a time may lack seconds`() {
    #expect(date(#""2024-01-05""#) == Date(timeIntervalSince1970: 1_704_412_800))
    #expect(date(#""2024-02-29""#) == Date(timeIntervalSince1970: 1_709_164_800))
    #expect(date(#""2024-01-05T10:20Z""#) == moment.addingTimeInterval(-30))
    #expect(date(#""Fri, 05 Jan 2024 10:20 GMT""#) == moment.addingTimeInterval(-30))
    #expect(date(#""1 Jan 70 00:00:00 GMT""#) == Date(timeIntervalSince1970: 0))
    #expect(date(#""1 Jan 49 00:00:00 GMT""#) == Date(timeIntervalSince1970: 2_493_072_000))
    #expect(date(#""0001-01-01T00:00:00Z""#) != nil)
  }

  @Test(arguments: [
    "", " ", "yesterday", "2024", "2024-13-01", "2024-02-30", "2023-02-29", "2024-01-05junk", "2024-01-05T",
    "2024-01-05X10:20:30Z", "2024-01-05T10:20:30Zjunk", "2024-01-05T10", "2024-01-05T25:61:61Z", "2024-1-5",
    "Fri, 05 Foo 2024 10:20:30 GMT", "Fri, 05 Jan 2024", "Fri, 32 Jan 2024 10:20:30 GMT", "Fri, -5 Jan 2024 10:20:30",
    "Fri, 05 Jan 2024 10:20:30 XYZ", "Fri, 05 Jan 2024 10:20:30 XYZ+0100", "2024-01-05T10:20:30+9900",
    "2024-01-05T10:20:30+01:99", "2024-01-05T10:20:30+", "2024-01-05T24:30:00", "2024-01-05T102030Z",
    "2024-01-05T10:60Z",
    "2024-01-05T10:20:30.Z", "2024-01", "1.2.3", "1/5/2024", "2024/01/05", "January 5, 2024 10:20", "5 Jan 024 10:20",
    "5 Jan 2024 10:20 of 30", "2024-01-05T10:20:30Z+", "Fri", ",", "0", "-1", "1e400", "nan", "20240105", "-2024-01-05",
    String(repeating: "9", count: 100_000), "２０２４-01-05", "2024-01-05T1１:20:30Z",
  ])
  func `an invalid text decodes to no date`(text: String) throws {
    let json = String(decoding: try JSONEncoder().encode(text), as: UTF8.self)
    #expect(date(json) == nil)
  }

  @Test(arguments: ["0", "-1", "2024", "20240105", "1e15", "1e308", "true", "null", "{}", "[]"])
  func `numbers out of range and values of other types decode to no date`(json: String) {
    #expect(date(json) == nil)
  }
}
