import Essentials
import Testing

struct StartOfDayTests {
  @Test(arguments: [
    (0.0, 0, 0.0), (86_399, 0, 0), (86_400, 0, 86_400), (-1, 0, -86_400), (1_000, 7_200, -7_200),
    (1_000, -7_200, -79_200),
    (79_200, 7_200, 79_200),
  ])
  func `a day starts at midnight of local time`(seconds: Double, offset: Int, start: Double) {
    let date = Date(timeIntervalSince1970: seconds)
    #expect(date.startOfDay { _ in offset } == Date(timeIntervalSince1970: start))
  }
}
