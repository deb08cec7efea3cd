import FileName
public import FileStore
public import Foundation
public import Store

extension FileStore {
  /// One folder, made when first needed. A file is replaced whole or not at all, and is on the disk when `insert`
  /// returns; files are 0600 in folders of 0700. Changes are not told.
  /// - Throws: `FileStoreError`.
  public static func live(folder: URL) -> Self {
    let folder = Folder(path: folder.path(percentEncoded: false))
    return Self(
      value: { name in try await folder.value { try $0.read(name.text) } },
      insert: { data, name in try await folder.value { try $0.write(data, name.text) } },
      remove: { name in try await folder.value { try $0.remove(name.text) } },
      removeAll: { try await folder.value { try $0.removeAll() } }, changes: { AsyncStream { $0.finish() } }
    )
  }
}

extension Folder {
  /// Does the work on a thread that may wait for a disk, in the order it was asked for.
  func value<Value: Sendable>(_ work: @escaping @Sendable (Folder) throws -> Value) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
      queue.async {
        continuation.resume(with: Result { try translated { try work(self) } })
      }
    }
  }
}

/// Runs `work` and tells its failure in the words of the interface.
func translated<Value>(_ work: () throws -> Value) throws -> Value {
  do {
    return try work()
  } catch {
    throw FileStoreError(error)
  }
}

extension FileStoreError {
  init(_ error: any Error) {
    let cause = (error as? CocoaError)?.underlying ?? error
    guard let code = (cause as? POSIXError)?.code else {
      self = .failed(cause.localizedDescription)
      return
    }
    switch code {
    case .EACCES, .EPERM, .EROFS: self = .notPermitted
    case .ENOSPC, .EDQUOT: self = .noSpace
    default: self = .failed(String(cString: strerror(code.rawValue)))
    }
  }
}
