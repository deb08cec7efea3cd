import ComicDomain
import Foundation
import Testing

struct ComicDomainTests {
  @Test func `a comic's id is described and ordered by its number`() {
    #expect(Comic.ID(1234).description == "1234")
    #expect(Comic.ID(9) < Comic.ID(10))
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
