import Essentials
import FeedDocument
import Testing

/// Dates as they are found in feeds; expected values as seconds since 1970.
struct EntryDateTests {
  @Test(
    arguments: [
      // RFC 822, 5, with the years of RFC 2822.
      ("Thu, 01 Jan 2004 19:48:21 GMT", 1_072_986_501), ("Thu, 1 Jan 04 19:48:21 +0000", 1_072_986_501),
      ("01 Jan 2004 19:48 UT", 1_072_986_480), ("Thu, 01 Jan 2004 19:48:21 EST", 1_073_004_501),
      ("Thu, 01 Jan 2004 19:48:21 PDT", 1_073_011_701), ("Thu, 01 Jan 2004 19:48:21 Z", 1_072_986_501),
      ("Thu, 01 Jan 2004 19:48:21 A", 1_072_986_501), ("Sun, 06 Nov 94 08:49:37 GMT", 784_111_777),
      ("Thu, 01 Jan 104 19:48:21 GMT", 1_072_986_501), ("Thu, 01 Jan 2004 19:48:21 -0530", 1_073_006_301),
      // The usual mistakes.
      ("Thursday, 1 January 2004 19:48:21 GMT", 1_072_986_501), ("Thu 01 Jan 2004 19:48:21 GMT", 1_072_986_501),
      ("Xyz, 01 Jan 2004 19:48:21 GMT", 1_072_986_501), ("  Thu,01 Jan 2004\n19:48:21 gmt ", 1_072_986_501),
      ("Thu, 01-Jan-2004 19:48:21 GMT", 1_072_986_501), ("Thu, 01 Jan 2004 19:48:21", 1_072_986_501),
      ("Thu, 01 Jan 2004", 1_072_915_200), ("Thu, 01 Jan 2004 24:00:00 GMT", 1_073_001_600),
      ("Thu, 01 Jan 2004 19:48:60 GMT", 1_072_986_540), ("Thu, 01 Jan 2004 7:48:21 PM GMT", 1_072_986_501),
      ("Thu, 01 Jan 2004 19:48:21 GMT+0100", 1_072_982_901), ("Thu, 01 Jan 2004 19:48:21 UTC+1", 1_072_982_901),
      ("Thu, 01 Jan 2004 19:48:21 +01:00", 1_072_982_901), ("Thu, 01 Jan 2004 19:48:21+0100", 1_072_982_901),
      // The number counts, and not the name, which several zones have.
      ("Fri, 02 Jan 2004 03:48:21 +0800 (CST)", 1_072_986_501),
      ("Fri, 02 Jan 2004 01:18:21 +0530 (IST)", 1_072_986_501),
      ("Fri Jan 02 2004 03:48:21 GMT+0800 (CST)", 1_072_986_501), ("Thu, 01 Jan 2004 14:48:21 (EST)", 1_072_986_501),
      ("Thu, 01 Jan 2004 19:48:21 CEST", 1_072_979_301), ("Thu, 01 Jan 2004 19:48:21 JST", 1_072_954_101),
      ("Thu, 01 Jan 2004 19:48:21 XYZ", 1_072_986_501), ("Thu, 01 Jan 2004 19:48:21 +9999", 1_072_986_501),
      ("Thu, 1st Jan 2004 19:48:21 GMT", 1_072_986_501), ("Wed, 02 Sept 2020 10:00:00 GMT", 1_599_040_800),
      ("Do, 01 Jän 2004", 1_072_915_200), ("Чт, 01 янв 2004 19:48:21 +0000", 1_072_986_501),
      ("1 января 2004", 1_072_915_200), ("czw., 01 sty 2004", 1_072_915_200), ("tor, 01 maj 2003", 1_051_747_200),
      ("Mi, 12 Mai 2004 10:00:00 +0200", 1_084_348_800),
      ("mar., 03 févr. 2004", 1_075_766_400),
      ("Fr, 01 Dez 2023 00:00:00 GMT", 1_701_388_800), ("mar, 02 mar 2004 00:00:00 GMT", 1_078_185_600),
      ("28 Ekim 2023 12:00", 1_698_494_400), ("Лютий 19, 2023, 12:19", 1_676_809_140),
      ("28. října 2023", 1_698_451_200),
      ("Σάβ, 28 Οκτ 2023", 1_698_451_200), ("2023. október 28.", 1_698_451_200), ("28 noiembrie 2023", 1_701_129_600),
      ("maanantai 28. marraskuuta 2023", 1_701_129_600), ("середа, 1 листопада 2023", 1_698_796_800),
      ("szerda, 2023. október 18.", 1_697_587_200),
      ("Thu,\u{A0}01\u{A0}Jan\u{202F}2004 19:48:21 −0500", 1_073_004_501),
      // asctime, RFC 850, and how America writes.
      ("Thu Jan  1 19:48:21 2004", 1_072_986_501), ("Thu Jan 1 19:48:21 GMT 2004", 1_072_986_501),
      ("Thursday, 01-Jan-04 19:48:21 GMT", 1_072_986_501), ("Thu Jan 1 19:48:21 2004 EST", 1_073_004_501),
      ("January 1, 2004 7:48 pm", 1_072_986_480),
      ("1/2/2004 12:00:00 AM", 1_073_001_600), ("31/12/2003", 1_072_828_800),
      // Numbers with dots, the day first; the time of Unix.
      ("02.01.2004 19:48:21", 1_073_072_901), ("Do, 1. 2. 2004", 1_075_593_600), ("1072986501", 1_072_986_501),
      ("1072986501.25", 1_072_986_501.25),
      ("1072986501500", 1_072_986_501.5), ("2024.09.02", 1_725_235_200),
      // RFC 3339, and W3C-DTF.
      ("2004-01-01T19:48:21Z", 1_072_986_501), ("2004-01-01T19:48:21.5Z", 1_072_986_501.5),
      ("2004-01-01T19:48:21.25+01:00", 1_072_982_901.25),
      ("2004-01-01t19:48:21z", 1_072_986_501), ("2004-01-01T19:48:21+01:00", 1_072_982_901),
      ("2004-01-01T19:48:21-0500", 1_073_004_501), ("2004-01-01T19:48+00:00", 1_072_986_480),
      ("2004-01-01 19:48:21", 1_072_986_501), ("2004-01-01 19:48:21 +0100", 1_072_982_901),
      ("2004-01-01 19:48:21 PST", 1_073_015_301), ("2004-01-01", 1_072_915_200), ("2004-01", 1_072_915_200),
      ("2004", 1_072_915_200), ("20040101T194821Z", 1_072_986_501), ("20040101", 1_072_915_200),
      ("2004/01/01 19:48", 1_072_986_480), ("2004-01-01T", 1_072_915_200), ("2004-2-29", 1_078_012_800),
      // None.
      ("", nil), ("yesterday", nil), ("2004-13-01", nil), ("2003-02-29", nil), ("Thu, 32 Jan 2004 19:48:21 GMT", nil),
      ("2004-01-01T25:00:00Z", nil), ("0000-00-00", nil), ("Thu", nil), ("12345678901234567890", nil),
      ("1234567890e20", nil), ("1234567890e999", nil),
      ("99999999999999999999999999 Jan 2004", nil), (String(repeating: "1 ", count: 200), nil),
      // A machine's way to say that it has none.
      ("1970-01-01T00:00:00Z", nil), ("Thu, 01 Jan 1970 23:59:59 GMT", nil), ("1970-01-02T00:00:01Z", 86_401),
    ] as [(String, Double?)])
  func `dates in RFC 822, RFC 3339 and common malformed spellings are parsed`(text: String, expected: Double?) throws {
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
