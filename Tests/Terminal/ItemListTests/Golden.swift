extension GoldenFrameTests {
  static let golden: [String: String] = [:]
}
