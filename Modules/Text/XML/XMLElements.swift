/// The open elements of a document, and the names that were used in it.
///
/// The reader changes it once for each event: the check that a change excludes others takes longer than most changes.
struct XMLElements {
  /// The key of a name. libxml2 stores each string once, so comparing pointers is enough.
  struct Key: Hashable {
    var local: UnsafePointer<UInt8>
    var prefix: UnsafePointer<UInt8>?
    var space: UnsafePointer<UInt8>?
  }

  /// The number of open elements.
  private(set) var depth = 0
  private var names: [Key: XMLName] = [:]
  /// The last names, by bits of their pointers: most elements have one of few names.
  private var recentNames = [(key: Key, name: XMLName)?](repeating: nil, count: 64)
  private var attributeNames: Set<UnsafePointer<UInt8>> = []
  private var lastAttribute: UnsafePointer<UInt8>?
  /// The number of namespaces that each open element declares. `openSpaces` is their sum.
  private var spaceCounts: [Int] = []
  private var openSpaces = 0

  /// The maximum depth. libxml2 limits it only for trees, and elements that are never closed contain all later ones.
  private static let depthLimit = 10_000
  /// The maximum number of names, above which libxml2's table of names becomes slow.
  private static let nameLimit = 10_000
  /// The maximum number of namespace declarations in effect. libxml2 searches all of them for each prefix.
  private static let spaceLimit = 1_000

  /// Begins an element.
  /// - Parameter spaceCount: The number of namespaces that it declares.
  /// - Returns: The name of the element; nil if the document exceeds a limit with it.
  mutating func begin(_ key: Key, _ spaceCount: Int, _ attributes: XMLAttributes) -> XMLName? {
    for index in 0..<attributes.count {
      guard let name = attributes.localName(index), name != lastAttribute else { continue }
      lastAttribute = name
      attributeNames.insert(name)
    }
    guard depth < Self.depthLimit, names.count + attributeNames.count < Self.nameLimit,
      openSpaces + spaceCount <= Self.spaceLimit
    else { return nil }
    depth += 1
    openSpaces += spaceCount
    spaceCounts.append(spaceCount)
    return name(key)
  }

  /// Ends the innermost element.
  mutating func end() {
    depth -= 1
    openSpaces -= spaceCounts.popLast() ?? 0
  }

  private mutating func name(_ key: Key) -> XMLName {
    let index = Int(bitPattern: key.local) >> 2 & 63
    if let recent = recentNames[index], recent.key == key { return recent.name }
    let name =
      names[key]
      ?? XMLName(
        number: names.count, local: String(cString: key.local), prefix: key.prefix.map { String(cString: $0) },
        space: key.space.map { String(cString: $0) })
    if name.number == names.count { names[key] = name }
    recentNames[index] = (key, name)
    return name
  }
}
