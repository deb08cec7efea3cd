public import FileName
public import Foundation
public import Store

/// Keeps bytes by file name: one folder, one file per name.
///
/// Its errors are `FileStoreError`.
public typealias FileStore = Store<FileName, Data>

/// Why a folder did not do what was asked.
public enum FileStoreError: Error, Hashable, Sendable {
  /// The folder or the file may not be read or written, or its disk is read-only.
  case notPermitted
  /// The disk, or the user's share of it, is full.
  case noSpace
  /// Somebody else held what is needed for too long.
  case busy
  /// The file cannot be read back whole.
  case damaged
  /// The file was written by a newer version of the program.
  case newer
  /// Anything else, in the system's words.
  case failed(String)
}
