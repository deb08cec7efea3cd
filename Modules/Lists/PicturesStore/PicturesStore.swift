// Cached pictures.

public import CachedResource
public import Essentials
public import Pictures
public import Store

/// A store of pictures by their address, as files in their original form. A damaged file counts as missing.
public typealias PicturesStore = Store<URL, CachedCopy<Picture>>

/// A store of the addresses at which servers have no picture, each with the HTTP status code of the answer.
public typealias MissingPicturesStore = Store<URL, CachedCopy<Int>>
