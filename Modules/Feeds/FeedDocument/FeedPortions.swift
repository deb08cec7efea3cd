import Essentials
import XML

/// The entries of a document, in portions. Each reads as much of the document as it needs.
public struct FeedPortions: Sequence, IteratorProtocol {
  private let document: FeedDocument
  private let size: Int
  private var ready: ArraySlice<FeedEntry> = []
  private var reader: XMLReader?
  private var state: FeedXML
  private var start = 0
  private var number = 0

  init(_ document: FeedDocument, size: Int) {
    self.document = document
    self.size = Swift.max(1, size)
    state = FeedXML(address: document.address)
    switch document.source {
    case .entries(let entries): ready = entries[...]
    case .xml(let encoding, let libraries, let closed, _):
      reader = try? XMLReader(encoding, libraries: libraries, closed: closed)
    }
  }

  /// Returns the next entries; nil at the end.
  public mutating func next() -> [FeedEntry]? {
    while ready.count < size, readOn() {}
    guard !ready.isEmpty else { return nil }
    let portion = Array(ready.prefix(size))
    ready = ready.dropFirst(size)
    return portion
  }

  /// Reads the next piece of the document.
  /// - Returns: Whether there was more to read.
  private mutating func readOn() -> Bool {
    guard case .xml(_, _, _, let kinds) = document.source, let reader, !reader.isFinished, start < document.body.count
    else { return false }
    start = reader.read(document.body, from: start) { state.handle($0) }
    if start == document.body.count { state.finish(isCut: document.isCut) }
    let maker = FeedEntryMaker(format: document.format, feed: document.feed, address: document.address)
    var found = Array(ready)
    for draft in state.entries {
      if number < kinds.count, let kind = kinds[number] { found.append(maker.entry(draft, kind)) }
      number += 1
    }
    state.entries.removeAll(keepingCapacity: true)
    ready = found[...]
    return true
  }
}
