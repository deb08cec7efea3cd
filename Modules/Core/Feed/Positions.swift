/// Finds identities in an array: a table of numbers, a fraction of what a set of them takes.
public struct Positions<ID: Hashable & Sendable>: Sendable {
  /// The identities.
  public let ids: [ID]
  /// Places of a table with open addressing, the first free one behind an identity's hash; negative where it is free.
  private var slots: [Int32]

  public init(_ ids: [ID]) {
    self.ids = ids
    var size = 4
    while size * 2 < ids.count * 3 { size *= 2 }
    slots = Array(repeating: -1, count: size)
    for index in ids.indices {
      let slot = slot(of: ids[index])
      if slots[slot] < 0 { slots[slot] = Int32(truncatingIfNeeded: index) }
    }
  }

  /// Where an identity stands first; nil where it does not.
  public func first(_ id: ID) -> Int? {
    let index = slots[slot(of: id)]
    return index < 0 ? nil : Int(index)
  }

  private func slot(of id: ID) -> Int {
    var slot = id.hashValue & (slots.count - 1)
    while slots[slot] >= 0, ids[Int(slots[slot])] != id { slot = (slot + 1) & (slots.count - 1) }
    return slot
  }
}
