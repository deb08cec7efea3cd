import ComicDomain
import Essentials
import Foundation
import NetworkClient
import Testing

/// Tests of irregular values in real data, one field at a time.
struct IrregularComicsTests {
  @Test(arguments: [
    (
      #""title": "<span style=\"color: #0000ED\">House</span> of Pancakes", "safe_title": "House of Pancakes""#,
      "House of Pancakes"
    ),
    (#""title": "Clich&eacute;d Exchanges", "safe_title": "Clichd Exchanges""#, "Clichéd Exchanges"),
    (#""title": "", "safe_title": "Safe""#, "Safe"), (#""title": "<b></b>", "safe_title": "Safe""#, "Safe"),
    (#""safe_title": "Safe""#, "Safe"), (#""title": null, "safe_title": "Safe""#, "Safe"),
    (#""title": ["a"], "safe_title": "Safe""#, "Safe"), (#""title": 1000"#, "1000"),
    (#""title": "PokÃ©mon""#, "Pokémon"), (#""title": " two\nlines ""#, "two lines"),
    (#""title": "two<br>lines""#, "two lines"),
    (#""title": "<your name>""#, "<your name>"), (#""title": "1 < 2 & 3""#, "1 < 2 & 3"),
    (#""img": "https://host/a.png""#, "#7"), (#""title": "T", "safe_title": "Safe""#, "T"),
  ])
  func `the title is the text that a browser shows, or else the safe title`(
    fields: String, title: String
  ) async throws {
    #expect(try await comic(fields).title == title)
  }

  @Test(arguments: [
    (#""alt": "fire with clich&eacute;s.""#, "fire with clichés."),
    (#""alt": "<A>: Like </a>this.""#, "<A>: Like </a>this."),
    (#""alt": "Dear <your name>""#, "Dear <your name>"), (#""alt": "one\ntwo\r\n""#, "one\ntwo"), (#""alt": null"#, ""),
    (#""alt": 7"#, "7"), (#""alt": {}"#, ""), (#""alt": "ErdÅ\u0091s""#, "Erdős"), (#""link": """#, ""),
    (#""alt": "â€œIf you can read thisâ€\u009d""#, "â€œIf you can read thisâ€\u{9D}"),
    (#""alt": "Google\u0085""#, "Google…"),
    (#""alt": "", "transcript": "{{Title text: Only here.}}""#, "Only here."),
    (#""alt": "Here.", "transcript": "{{Title text: There, and different.}}""#, "Here."),
  ])
  func `the hover text is decoded as an HTML attribute with its encoding repaired`(fields: String, alt: String)
    async throws
  {
    #expect(try await titled(fields).alt == alt)
  }

  @Test(arguments: [
    (#""img": "https://imgs.host/comics/a_(1).jpg""#, "https://imgs.host/comics/a_(1).jpg"),
    (#""img": "http://imgs.host/a.gif""#, "http://imgs.host/a.gif"),
    (#""img": "//imgs.host/a.png""#, "https://imgs.host/a.png"),
    (#""img": "/pictures/a.png""#, "https://host/pictures/a.png"), (#""img": "a.png""#, "https://host/api/7/a.png"),
    (#""img": " https://host/a b.png ""#, "https://host/a%20b.png"),
    (#""img": "HTTPS://host/ä""#, "HTTPS://host/%C3%A4"),
    (#""img": "https://host/comics/""#, nil), (#""img": "https://host""#, nil), (#""img": """#, nil),
    (#""img": null"#, nil),
    (#""img": "javascript:alert(1)""#, nil), (#""img": "file:///etc/passwd""#, nil), (#""img": "https:///a.png""#, nil),
    (#""img": "data:image/png;base64,AAAA""#, nil), (#""img": ["a"]"#, nil), (#""img": "https://[""#, nil),
    (#""day": 1"#, nil),
  ])
  func `a picture is a file at an http address`(fields: String, address: String?) async throws {
    #expect(try await titled(fields).picture?.absoluteString == address)
  }

  @Test(arguments: [
    (#""link": "//xkcd.com/1506/""#, "https://xkcd.com/1506/"),
    (#""link": "http://host/?a=1&amp;b=2""#, "http://host/?a=1&b=2"),
    (#""link": "<a href=\"http://host/x\">x</a>""#, "http://host/x"), (#""link": "<b>none</b>""#, nil),
    (#""link": "javascript:alert(1)""#, nil), (#""link": """#, nil), (#""link": false"#, nil),
    (#""link": "large/""#, "https://host/api/7/large/"),
  ])
  func `a link is an http URL, which may be extracted from HTML`(fields: String, address: String?) async throws {
    #expect(try await titled(fields).link?.absoluteString == address)
  }

  @Test(arguments: [
    (#""year": "2009", "month": "7", "day": "24""#, "2009-07-24"),
    (#""year": 2009, "month": 7, "day": 24"#, "2009-07-24"),
    (#""year": " 2009", "month": "07", "day": "4 ""#, "2009-07-04"),
    (#""year": "2009", "month": "2", "day": "30""#, nil),
    (#""year": "2009", "month": "7""#, nil), (#""month": "7", "day": "4""#, nil), (#""year": "2009", "day": "4""#, nil),
    (#""year": "MMIX", "month": 7, "day": 4"#, nil), (#""year": null, "month": [7], "day": {}"#, nil),
  ])
  func `a date is decoded from numbers or numeric strings`(fields: String, date: String?) async throws {
    #expect(try await titled(fields).date?.description == date)
  }

  @Test(arguments: [
    (
      #""news": "release this<br />comic under a <a href=\"https://host/\">cc-by-sa</a> license.""#,
      "release this\ncomic under a cc-by-sa license."
    ),
    (#""news": "<script>track()</script>News &amp; more""#, "News & more"), (#""news": null"#, ""), (#""day": 1"#, ""),
  ])
  func `the news field is the text of its HTML`(fields: String, news: String) async throws {
    #expect(try await titled(fields).news == news)
  }

  @Test(arguments: ["614", #""614""#, #"" 614 ""#, "614.0"])
  func `a comic's number may be a string`(number: String) async throws {
    let fields = #""num": \#(number), "title": "t""#
    #expect(try await latest("{\(fields)}").id == Comic.ID(614))
  }

  @Test func `unknown fields of any type are ignored`() async throws {
    #expect(try await titled(#""extra_parts": {"a": [1, {}]}, "x": null, "y": 1e400, "z": true"#).title == "t")
  }
}
