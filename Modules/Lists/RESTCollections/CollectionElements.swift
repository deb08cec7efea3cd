import Essentials
public import NetworkClient

/// The elements of a JSON array that decode; the others are only counted.
public struct Elements<Wire: Decodable>: Decodable {
  /// Those that decode, in order.
  public private(set) var valid: [Wire] = []
  /// How many there are.
  public private(set) var count = 0

  /// Reads an array, whatever is in it.
  /// - Throws: `DecodingError` where there is none.
  public init(from decoder: any Decoder) throws {
    var array = try decoder.unkeyedContainer()
    while !array.isAtEnd {
      count += 1
      if let element = try? array.decode(Wire.self) {
        valid.append(element)
      } else {
        // A failed attempt does not step over its element.
        _ = try array.decode(Anything.self)
      }
    }
  }
}

/// Decodes from whatever is there.
private struct Anything: Decodable {
  init(from decoder: any Decoder) {}
}

extension NetworkClient.Response {
  /// The items in an array of the body, a JSON document, and how many of its elements are none.
  ///
  /// A long array is decoded in portions, with the same result: a decoder takes several times as much memory as its
  /// document.
  /// - `elements`: the array of the document.
  /// - `member`: names it among the members of the document; nil where it is the document.
  /// - `portion`: how many bytes are decoded at once, or a little more.
  /// - `item`: makes an item of an element; nil where it is none.
  /// - Throws: `NetworkClient.Error.undecodable`, also where no element is an item.
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

  /// Nil where not all of it decodes: then it is for the decoder of the whole document to say why, or that it is sound.
  private func inPortions<Document: Decodable, Wire: Decodable, Item>(
    of size: Int, _ elements: (Document) -> Elements<Wire>, _ member: String?, _ item: (Wire) -> Item?
  ) -> (items: [Item], count: Int)? {
    guard let array = body.withUnsafeBytes({ ArrayPortions($0, member: member, size: size) }) else { return nil }
    let decoder = JSONDecoder()
    // Of several members of one name the decoder may take another.
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
