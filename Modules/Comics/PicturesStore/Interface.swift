public import Essentials
public import ItemsLoader
public import Pictures
public import Store

/// Keeps pictures by their address, as they came. A file that is no picture any more is as good as none.
public typealias PicturesStore = Store<URL, StoredCopy<Picture>>
