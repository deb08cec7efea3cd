/// A count as it stands in a file. A number that nobody counts to makes the file a damaged one.
struct CounterRecord: Codable {
  var count: Int

  init(_ count: Int) { self.count = count }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    count = try container.decode(Int.self, forKey: .count)
    guard (0..<1 << 53).contains(count) else {
      throw DecodingError.dataCorruptedError(forKey: .count, in: container, debugDescription: "\(count)")
    }
  }
}
