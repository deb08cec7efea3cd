import ComicDomain
import ComicsStore
import NetworkClient
import Testing

struct KeptComicTests {
  @Test func `whatever is kept under a number has that number, and only a comic has a title`() {
    let comic = Comic(id: Comic.ID(7), title: "Seven")
    let kept: [KeptComic] = [.comic(comic), .failed(comic.id, .tooLarge(limit: 1)), .gap(comic.id)]
    #expect(kept.map(\.id) == [comic.id, comic.id, comic.id])
    #expect(kept.map(\.title) == ["Seven", "", ""])
    #expect(kept.map(\.comic) == [comic, nil, nil])
  }
}
