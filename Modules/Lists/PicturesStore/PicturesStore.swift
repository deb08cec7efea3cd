// Cached pictures.

public import CachedResource
public import Essentials
public import Pictures
public import Store

/// Keeps pictures by their address, as they came. A file that is no picture any more is as good as none.
public typealias PicturesStore = Store<URL, CachedCopy<Picture>>

/// Keeps the addresses that their servers have no picture at, each with the status code that said so.
public typealias MissingPicturesStore = Store<URL, CachedCopy<Int>>
