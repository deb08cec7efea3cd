public import CachedResource
public import Database
import DatabaseStore
public import Essentials
public import Pictures
public import Store

/// A store of pictures by their address, in their original form. A damaged one counts as missing.
public typealias PicturesStore = Store<URL, CachedCopy<Picture>>

/// A store of the addresses at which servers have no picture, each with the HTTP status code of the answer.
public typealias MissingPicturesStore = Store<URL, CachedCopy<Int>>

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
