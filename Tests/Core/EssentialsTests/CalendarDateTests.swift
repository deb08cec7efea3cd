import Essentials
import Testing

struct CalendarDateTests {
  @Test(arguments: [
    (2009, 7, 24), (2024, 2, 29), (2000, 2, 29), (2023, 2, 28), (2023, 4, 30), (2023, 12, 31), (1, 1, 1), (9999, 6, 30),
    (2023, 9, 30), (2023, 11, 30), (2023, 8, 31), (2023, 1, 31),
  ])
  func `a date is created from a valid year, month and day`(year: Int, month: Int, day: Int) throws {
    let date = try #require(CalendarDate(year: year, month: month, day: day))
    #expect((date.year, date.month, date.day) == (year, month, day))
  }

  @Test(arguments: [
    (2023, 2, 29), (1900, 2, 29), (2024, 2, 30), (2023, 4, 31), (2023, 6, 31), (2023, 9, 31), (2023, 11, 31),
    (2023, 1, 32), (2023, 0, 1), (2023, 13, 1), (2023, 1, 0), (0, 1, 1), (10000, 1, 1), (.max, .min, 1),
  ])
  func `an invalid year, month or day gives no date`(year: Int, month: Int, day: Int) {
    #expect(CalendarDate(year: year, month: month, day: day) == nil)
  }

  @Test(arguments: [((2009, 7, 24), "2009-07-24"), ((12, 12, 1), "0012-12-01"), ((9999, 10, 10), "9999-10-10")])
  func `a date is written as in ISO 8601`(date: (Int, Int, Int), text: String) {
    #expect(CalendarDate(year: date.0, month: date.1, day: date.2)?.description == text)
  }

  @Test func `dates compare chronologically`() throws {
    let dates = [(1999, 12, 31), (2000, 1, 2), (2000, 2, 1)].compactMap { CalendarDate(year: $0, month: $1, day: $2) }
    #expect(dates.count == 3)
    #expect(dates.reversed().sorted() == dates)
  }

  @Test(arguments: [
    ((1970, 1, 1), 0.5), ((1969, 12, 31), -0.5), ((2000, 2, 29), 11_016.5), ((2000, 3, 1), 11_017.5),
    ((2024, 2, 29), 19_782.5), ((1900, 3, 1), -25_507.5), ((1, 1, 1), -719_161.5), ((9999, 12, 31), 2_932_896.5),
  ])
  func `noon is 12:00 GMT of the day`(date: (Int, Int, Int), days: Double) {
    #expect(
      CalendarDate(year: date.0, month: date.1, day: date.2)?.noon == Date(timeIntervalSince1970: days * 86_400))
  }

  @Test(arguments: [(-86_401, -2), (-1, -1), (0, 0), (86_399.9, 0), (1_767_225_599, 20_453), (1_767_225_600, 20_454)])
  func `days are counted from 1 January 1970 in GMT`(seconds: Double, number: Int) {
    #expect(Date(timeIntervalSince1970: seconds).dayNumber == number)
  }

  @Test(arguments: [
    (-719_162.0, (1, 1, 1)), (-719_162.5, (1, 1, 1)), (-0.001, (1969, 12, 31)), (0, (1970, 1, 1)),
    (11_016.999, (2000, 2, 29)), (11_017, (2000, 3, 1)), (2_932_896.9, (9999, 12, 31)), (1e9, (9999, 12, 31)),
  ])
  func `a date is created from a moment of its day, and from one out of range as the first or last day`(
    days: Double, date: (Int, Int, Int)
  ) {
    let sut = CalendarDate(Date(timeIntervalSince1970: days * 86_400))
    #expect(sut == CalendarDate(year: date.0, month: date.1, day: date.2))
  }
}
