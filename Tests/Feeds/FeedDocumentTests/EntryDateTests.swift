import Essentials
import FeedDocument
import Testing

/// The dates of entries; expected values as seconds since 1970.
struct EntryDateTests {
  @Test(
    arguments: [
      ("Thu, 01 Jan 2004 19:48:21 GMT", 1_072_986_501), ("2004-01-01T19:48:21Z", 1_072_986_501), ("yesterday", nil),
      // A machine's way to say that it has none.
      ("1970-01-01T00:00:00Z", nil), ("Thu, 01 Jan 1970 23:59:59 GMT", nil), ("1970-01-02T00:00:01Z", 86_401),
    ] as [(String, Double?)])
  func `a date is read in any form, and none up to the second day of 1970`(text: String, expected: Double?) throws {
    #expect(try rss("<item><pubDate>\(text)</pubDate></item>").first?.published?.timeIntervalSince1970 == expected)
  }

  @Test(arguments: [
    ("pubDate", true), ("dc:date", true), ("atom:published", true), ("dcterms:issued", true), ("dcterms:created", true),
    ("atom:updated", false), ("dcterms:modified", false), ("atom:modified", false),
  ])
  func `each date element sets either the publication date or the update date`(element: String, isPublished: Bool)
    throws
  {
    let entry = try rss("<item><\(element)>2004-01-01</\(element)></item>").first
    #expect(entry?.published?.timeIntervalSince1970 == (isPublished ? 1_072_915_200 : nil))
    #expect(entry?.updated?.timeIntervalSince1970 == (isPublished ? nil : 1_072_915_200))
    #expect(entry?.date?.timeIntervalSince1970 == 1_072_915_200)
  }
}
