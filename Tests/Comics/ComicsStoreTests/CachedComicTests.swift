import ComicDomain
import ComicsStore
import NetworkClient
import Testing

struct CachedComicTests {
  @Test func `every cached value has its number, and only a comic has a title`() {
    let comic = Comic(id: Comic.ID(7), title: "Seven")
    let cached: [CachedComic] = [.comic(comic), .failed(comic.id, .tooLarge(limit: 1)), .gap(comic.id)]
    #expect(cached.map(\.id) == [comic.id, comic.id, comic.id])
    #expect(cached.map(\.title) == ["Seven", "", ""])
    #expect(cached.map(\.comic) == [comic, nil, nil])
  }
}
