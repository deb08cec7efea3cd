import CachedResource
import ComicDomain
import ComicsService
import ComicsStore
import Concurrency
import NetworkClient

/// The pages of the list, composed of single comics. Comics that are not cached are loaded in parallel.
struct ComicPages: Sendable {
  let service: ComicsService
  let saved: SavedComics

  /// Returns the page after a cursor. The validator of the first page is that of the latest comic; the validator of any
  /// other page is its cursor. A page with a comic that failed has no validator, so that it is loaded again.
  ///
  /// - Parameters:
  ///   - wanted: The number of comics wanted from there on; nil for all.
  ///   - part: Called with the beginning of the page as it grows.
  func page(
    after cursor: Cursor?, validator: String?, wanted: Int?, part: @escaping @Sendable (Page<CachedComic>) -> Void
  ) async throws -> Revalidation<Page<CachedComic>> {
    guard let cursor else { return try await first(validator, wanted, part) }
    if validator == cursor.text { return .unchanged }
    return try await page(ComicsPlan.after(cursor, wanted: wanted), [:], validator: cursor.text, part)
  }

  private func first(
    _ validator: String?, _ wanted: Int?, _ part: @escaping @Sendable (Page<CachedComic>) -> Void
  ) async throws -> Revalidation<Page<CachedComic>> {
    guard case .changed(let comic, let validator) = try await service.latest(validator) else { return .unchanged }
    try await saved.save(.comic(comic))
    let plan = ComicsPlan.first(latest: comic.id, wanted: wanted)
    return try await page(plan, [comic.id: .comic(comic)], validator: validator, part)
  }

  private func page(
    _ plan: ComicsPlan, _ given: [Comic.ID: CachedComic], validator: String?,
    _ part: @escaping @Sendable (Page<CachedComic>) -> Void
  ) async throws -> Revalidation<Page<CachedComic>> {
    var items = given
    for id in plan.ids where items[id] == nil { items[id] = await saved.known(id) }
    let missing = plan.ids.filter { items[$0] == nil }
    /// Returns the page up to the first comic that is still missing.
    func beginning() -> Page<CachedComic> {
      let listed = plan.ids.prefix { items[$0] != nil }.compactMap { items[$0] }.filter { !$0.isGap }
      return Page(listed, next: plan.next, ahead: plan.ahead)
    }
    // No comics before the first answer, because the server may turn out to be unreachable.
    let start = given.isEmpty ? Page([], next: plan.next, ahead: plan.ahead) : beginning()
    _ = try await missing.concurrentMap(limit: 32, service.fetched) { fetched in
      items[fetched.item.id] = fetched.item
      if fetched.item.comic != nil { try await saved.save(fetched.item, validator: fetched.validator) }
      let beginning = beginning()
      if beginning.items.contains(where: { $0.comic != nil }) { part(beginning) }
    } whenBegun: {
      if !missing.isEmpty { part(start) }
    }
    // A server that has none of the comics may be misconfigured, so its gaps are not saved.
    if items.values.contains(where: { $0.comic != nil }) {
      for id in missing { if let gap = items[id], gap.isGap { try await saved.save(gap) } }
    }
    let failures = plan.ids.compactMap { items[$0]?.failure }
    if plan.ids.count > 1, failures.count == plan.ids.count, let failure = failures.first { throw failure }
    var page = beginning()
    page.itemFailure = failures.first
    return .changed(page, validator: failures.isEmpty && !page.items.isEmpty ? validator : nil)
  }
}

extension ComicsService {
  /// Fetches a comic, and the server's validator if it sent one. A failure is a result, so that it does not affect others.
  ///
  /// - Throws: `CancellationError`.
  func fetched(_ id: Comic.ID) async throws -> (item: CachedComic, validator: String?) {
    do {
      guard case .changed(let comic, let validator) = try await comic(id, nil) else {
        // A 304 without a validator in the request is an error of the server.
        throw NetworkClient.Error.rejected(status: 304)
      }
      return (.comic(comic), validator)
    } catch NetworkClient.Error.rejected(let status) where [404, 410].contains(status) {
      return (.gap(id), nil)
    } catch let error as CancellationError {
      throw error
    } catch {
      return (.failed(id, error as? NetworkClient.Error ?? .undecodable(String(describing: error))), nil)
    }
  }
}

extension CachedComic {
  var isGap: Bool { if case .gap = self { true } else { false } }

  var failure: NetworkClient.Error? { if case .failed(_, let error) = self { error } else { nil } }
}
