import CachedResource
import ComicDomain
import ComicsStore
import Essentials
import PagedList

extension SavedComics {
  /// Returns a walk that continues, once it finds no more pages, with the older comics that are cached outside the
  /// list. Then it fails with the original error.
  func addingUnlisted(
    _ walk: AsyncThrowingStream<Loaded<[Listed<CachedComic>]>, any Error>
  ) -> AsyncThrowingStream<Loaded<[Listed<CachedComic>]>, any Error> {
    .pulling {
      (pages: walk, oldest: Comic.ID?.none, failure: NoCachedCopy?.none)
    } _: { state in
      if let failure = state.failure { throw failure }
      do {
        guard let page = try await state.pages.nextElement() else { return nil }
        state.oldest = page.value.last?.id ?? state.oldest
        return page
      } catch let nothing as NoCachedCopy {
        state.failure = nothing
        let copies = await self.unlisted().filter { [oldest = state.oldest] copy in
          oldest.map { copy.value.id < $0 } ?? true
        }
        guard let fetchedAt = copies.map(\.fetchedAt).min() else { throw nothing }
        return Loaded(
          copies.map { Listed(id: $0.value.id, item: .comic($0.value)) }, from: .cache, fetchedAt: fetchedAt,
          failure: nothing.failure)
      }
    }
  }
}
