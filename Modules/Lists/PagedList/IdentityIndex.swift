/// An index of an array's elements by identity. It is a table of integers, and takes a fraction of the memory of a set
/// or dictionary.
public struct IdentityIndex<ID: Hashable & Sendable>: Sendable {
  /// The number of elements.
  public let count: Int
  private let id: @Sendable (Int) -> ID
  /// A hash table with open addressing and linear probing. It holds positions in the array; a free slot is negative.
  private var slots: [Int32]
  private var repeated: Set<Int> = []

  /// - Parameters:
  ///   - count: The number of elements.
  ///   - id: Returns the identity of the element at a position.
  public init(count: Int, id: @escaping @Sendable (_ position: Int) -> ID) {
    self.count = count
    self.id = id
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

  /// Returns whether an earlier element has the same identity as the one at a position.
  public func isRepeated(_ position: Int) -> Bool { repeated.contains(position) }

  /// Returns the first position of an identity; nil if there is none.
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
