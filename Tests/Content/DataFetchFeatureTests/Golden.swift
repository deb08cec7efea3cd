extension EveryStateTests {
  static let golden: [String: String] = [:]
}
