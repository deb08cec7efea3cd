public import ContentDomain
public import Database
import Essentials

extension ResponseCodeStore {
  /// Returns the given codes, whatever is added.
  public static func stub(_ codes: FetchedCodes = FetchedCodes(last: .sampleCode, count: 1)) -> Self {
    Self(codes: { codes }, add: { FetchedCodes(last: $0, count: codes.count + 1) }, prepare: {})
  }

  /// Fails at every endpoint.
  public static func failing(_ error: any Error = DatabaseError.notPermitted) -> Self {
    Self(codes: { throw error }, add: { _ in throw error }, prepare: { throw error })
  }
}
