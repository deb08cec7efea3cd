import ComicDomain
import Foundation
import Testing

struct ComicDomainTests {
  @Test func `a comic's id is described and ordered by its number`() {
    #expect(Comic.ID(1234).description == "1234")
    #expect(Comic.ID(9) < Comic.ID(10))
  }

  @Test func `a transcript is saved as the JSON that earlier versions have saved`() throws {
    let saved =
      #"{"foreignTitleText":"t","parts":[{"kind":"scene","text":"a"},{"kind":"line","text":"b"},"#
      + #"{"kind":"sound","text":"c"},{"kind":"note","text":"d"}]}"#
    let parts: [Transcript.Part] = [.init(.scene, "a"), .init(.line, "b"), .init(.sound, "c"), .init(.note, "d")]
    let encoder = JSONEncoder()
    let decoder = JSONDecoder()
    encoder.outputFormatting = .sortedKeys
    for (transcript, json) in [(Transcript(parts, foreignTitleText: "t"), saved), (Transcript([]), #"{"parts":[]}"#)] {
      #expect(String(decoding: try encoder.encode(transcript), as: UTF8.self) == json)
      #expect(try decoder.decode(Transcript.self, from: Data(json.utf8)) == transcript)
    }
  }

  @Test func `the samples are newest first, with a gap, and cover every optional field`() {
    let samples = [Comic].samples
    #expect(samples.map(\.id) == [5, 4, 2, 1].map(Comic.ID.init))
    #expect(samples.contains { $0.transcript == nil })
    #expect(samples.contains { $0.transcript != nil })
    #expect(samples.contains { $0.picture == nil })
    #expect(samples.contains { $0.link != nil && $0.date != nil })
    #expect(samples.contains { $0.date == nil && !$0.news.isEmpty })
  }
}
