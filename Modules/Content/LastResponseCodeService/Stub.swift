public import ContentDomain
public import FileStore
import Foundation

extension LastResponseCodeService {
  /// Knows one code whatever is done to it, or none.
  public static func stub(_ last: FetchedCode? = FetchedCode(code: .sampleCode, number: 1)) -> Self {
    Self(last: { last }, update: { _ in })
  }

  /// Fails at every endpoint.
  public static func failing(_ error: any Error = FileStoreError.notPermitted) -> Self {
    Self(last: { throw error }, update: { _ in throw error })
  }
}
