import CachedResource
public import Essentials
public import FeedDocument
import NetworkClient

/// An error that says an address is not a feed, but a page that links to some.
public struct LinkedFeeds: Error, Equatable {
  /// The links, the preferred one first. Those of a page on the web never lead to files.
  public var links: [FeedLink]

  /// - Parameters:
  ///   - links: The links of the page.
  ///   - page: The address of the page.
  /// - Returns: Nil if there is no link that may be followed.
  init?(_ links: [FeedLink], on page: URL) {
    self.links = links.filter { link in URL(written: link.address).map { !$0.isFileURL || page.isFileURL } ?? false }
    if self.links.isEmpty { return nil }
  }

  /// Loads the first of the feeds that can be loaded, of three at most. Comments are not loaded in place of something
  /// else.
  /// - Returns: The result, and the addresses of the other feeds.
  /// - Throws: The error of the first feed.
  public func first<Value>(
    _ load: (_ feed: URL) async throws -> Value
  ) async throws -> (value: Value, others: [String]) {
    var failure: (any Error)?
    for link in links.prefix(1) + links.dropFirst().filter({ !$0.isForComments }).prefix(2) {
      guard let address = URL(written: link.address) else { continue }
      do {
        let value = try await load(address)
        return (value, links.filter { $0 != link }.map(\.address))
      } catch let error where error is AnswerFailure || error is NetworkClient.Error {
        failure = failure ?? error
      } catch is LinkedFeeds {
        failure = failure ?? AnswerFailure.pageWithoutFeed
      }
    }
    throw failure ?? AnswerFailure.pageWithoutFeed
  }
}
