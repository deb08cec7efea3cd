// Cached pictures in a database.

import CachedResource
public import Database
import DatabaseStore
import Essentials
import Pictures
public import PicturesStore
public import Store

extension MissingPicturesStore {
  /// Returns a store in a database, with a row for each address.
  /// - Parameters:
  ///   - database: The database.
  ///   - table: The name of the table; each resource with pictures has one of its own.
  public static func live(database: Database, table: String = "missing_pictures") -> Self {
    database.copies(named: table, versions: 1...1, key: \.absoluteString)
  }
}

extension PicturesStore {
  /// Returns a store in a database, with a row for each address that holds the original file.
  /// - Parameters:
  ///   - database: The database.
  ///   - table: The name of the table; each resource with pictures has one of its own.
  public static func live(database: Database, table: String = "pictures") -> Self {
    database.copies(
      named: table, versions: 1...1, key: \.absoluteString, encode: \.bytes, decode: { try Picture($0) })
  }
}
