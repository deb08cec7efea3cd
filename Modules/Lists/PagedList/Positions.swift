/// Finds identities among those of an array's elements: a table of numbers, a fraction of what a set or dictionary takes.
public struct Positions<ID: Hashable & Sendable>: Sendable {
  /// How many elements there are.
  public let count: Int
  private let id: @Sendable (Int) -> ID
  /// Places of a table with open addressing, the first free one behind an identity's hash; negative where it is free.
  private var slots: [Int32]
  private var repeated: Set<Int> = []

  /// - Parameter id: the identity of the element at a position.
  public init(count: Int, id: @escaping @Sendable (_ position: Int) -> ID) {
    (self.count, self.id) = (count, id)
    var size = 4
    while size * 2 < count * 3 { size *= 2 }
    slots = Array(repeating: -1, count: size)
    for position in 0..<count {
      let slot = slot(of: id(position))
      if slots[slot] < 0 {
        slots[slot] = Int32(truncatingIfNeeded: position)
      } else {
        repeated.insert(position)
      }
    }
  }

  /// The identity of the element at a position.
  public subscript(position: Int) -> ID { id(position) }

  /// Whether an element before the one at a position has the same identity.
  public func isRepeated(_ position: Int) -> Bool { repeated.contains(position) }

  /// Where an identity stands first; nil where it does not.
  public func first(_ id: ID) -> Int? {
    let position = slots[slot(of: id)]
    return position < 0 ? nil : Int(position)
  }

  private func slot(of id: ID) -> Int {
    var slot = id.hashValue & (slots.count - 1)
    while slots[slot] >= 0, self.id(Int(slots[slot])) != id { slot = (slot + 1) & (slots.count - 1) }
    return slot
  }
}
