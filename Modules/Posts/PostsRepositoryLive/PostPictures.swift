import CachedPictures
import CachedResource
import Essentials
import NetworkClient
import Pictures
import PostDomain
import PostText
import RichText
import Sync

/// The pictures in the texts of posts, saved for offline use.
struct PostPictures: Sendable {
  let pictures: CachedPictures

  /// Downloads the pictures of a post, one after the other, until they have too many bytes. One that its
  /// server will not send is not requested again for a day, and does not count as a failure.
  /// - Throws: After all were tried, the first failure that may pass; at once, `DatabaseError` or `CancellationError`.
  func download(_ post: Post) async throws {
    var bytes = 0
    var failure = (any Error)?.none
    for address in post.richText.pictureAddresses where bytes < RichText.pictureByteLimit {
      do { bytes += try await pictures.download(address).bytes.count } catch is NothingToDownload {
        continue
      } catch let nothing as NoCachedCopy {
        if let status = statusIfFinal(nothing.failure) {
          await pictures.noteMissing(address, status: status)
        } else {
          failure = failure ?? FailureElsewhere(at: address, nothing.failure)
        }
      }
    }
    if let failure { throw failure }
  }

  /// Returns whether all pictures of a post are saved, except those that the servers do not have.
  func areSaved(of post: Post) async -> Bool {
    var bytes = 0
    for address in post.richText.pictureAddresses where bytes < RichText.pictureByteLimit {
      if let copy = await pictures.copy(address) {
        bytes += copy.value.bytes.count
      } else if await !pictures.isMissing(address) {
        return false
      }
    }
    return true
  }
}

/// Returns the status code of an answer after which the server will not have the picture soon: it refuses, or it has
/// something else at the address. Returns nil for a failure that may pass.
private func statusIfFinal(_ failure: any Error) -> Int? {
  switch failure {
  case NetworkClient.Error.rejected(let status):
    (400..<500).contains(status) && ![408, 425, 429].contains(status) ? status : nil
  case is Picture.Error, NetworkClient.Error.page, NetworkClient.Error.tooLarge: 200
  case NetworkClient.Error.unreachable(.misdirected), NetworkClient.Error.unreachable(.circular): 403
  default: nil
  }
}
