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
  public static func live(database: Database) -> Self {
    database.copies(named: "missing_pictures", versions: 1...1, key: \.absoluteString)
  }
}

extension PicturesStore {
  /// Returns a store in a database, with a row for each address that holds the original file.
  public static func live(database: Database) -> Self {
    database.copies(
      named: "pictures", versions: 1...1, key: \.absoluteString, encode: \.bytes, decode: { try Picture($0) })
  }
}
