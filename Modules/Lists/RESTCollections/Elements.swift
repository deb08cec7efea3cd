import Essentials
public import NetworkClient

/// The elements of a JSON array that decode, and the number of all elements.
public struct Elements<Wire: Decodable>: Decodable {
  /// The elements that decode, in order.
  public private(set) var valid: [Wire] = []
  /// The number of all elements.
  public private(set) var count = 0

  /// Decodes an array; elements that do not decode are skipped.
  /// - Throws: `DecodingError` if there is no array.
  public init(from decoder: any Decoder) throws {
    var array = try decoder.unkeyedContainer()
    while !array.isAtEnd {
      count += 1
      if let element = try? array.decode(Wire.self) {
        valid.append(element)
      } else {
        // A failed attempt does not advance to the next element.
        _ = try array.decode(Anything.self)
      }
    }
  }
}

/// A type that decodes from any value.
public struct Anything: Decodable {
  public init(from decoder: any Decoder) {}
}

extension NetworkClient.Response {
  /// Returns the items of an array in the body, which is a JSON document, and the number of elements that are not
  /// items.
  ///
  /// A long array is decoded in portions, with the same result, because a decoder takes several times the memory of its
  /// document.
  /// - Parameters:
  ///   - elements: Returns the array of the document.
  ///   - member: The name of the array among the members of the document; nil if the document is the array.
  ///   - portion: The number of bytes to decode at once, approximately.
  ///   - item: Converts an element to an item; nil skips the element.
  /// - Throws: `NetworkClient.Error.undecodable`, also if the array has elements and none is an item.
  public func items<Document: Decodable, Wire: Decodable, Item>(
    in elements: (Document) -> Elements<Wire>, member: String? = nil, portion: Int = 1 << 16,
    item: (Wire) -> Item?
  ) throws -> (items: [Item], unreadable: Int) {
    let inPortions = body.count > portion ? self.inPortions(of: portion, elements, member, item) : nil
    let (items, count) = try inPortions ?? whole(elements, item)
    if items.isEmpty && count > 0 {
      throw NetworkClient.Error.undecodable("none of \(count) elements is valid")
    }
    return (items, count - items.count)
  }

  private func whole<Document: Decodable, Wire: Decodable, Item>(
    _ elements: (Document) -> Elements<Wire>, _ item: (Wire) -> Item?
  ) throws -> (items: [Item], count: Int) {
    let elements = elements(try decoded())
    return (elements.valid.compactMap(item), elements.count)
  }

  /// Returns the items, decoded in portions; nil if a portion does not decode as expected. Decoding the whole document
  /// then gives the result or the error.
  private func inPortions<Document: Decodable, Wire: Decodable, Item>(
    of size: Int, _ elements: (Document) -> Elements<Wire>, _ member: String?, _ item: (Wire) -> Item?
  ) -> (items: [Item], count: Int)? {
    guard let array = body.withUnsafeBytes({ ArrayPortions($0, member: member, size: size) }) else { return nil }
    let decoder = JSONDecoder()
    // If several members have this name, the decoder may use another one.
    guard let rest = try? decoder.decode(Document.self, from: array.rest(of: body)), elements(rest).count == 0 else {
      return nil
    }
    var items: [Item] = []
    items.reserveCapacity(array.count)
    for portion in array.portions {
      guard let document = ArrayPortions.document(portion, of: body),
        let found = try? decoder.decode(Elements<Wire>.self, from: document), found.count == portion.count
      else { return nil }
      for element in found.valid { if let item = item(element) { items.append(item) } }
    }
    return (items, array.count)
  }
}
