public import Terminal

extension Capabilities {
  /// Creates the capabilities of a usual terminal that differ in some.
  public init(
    colors: Colors = .sixteen, background: Background = .unknown, unicode: Bool = true,
    synchronizedOutput: Bool = false, erasesWithBackground: Bool = true, hyperlinks: Bool = true, isDumb: Bool = false
  ) {
    self.init()
    self.colors = colors
    self.background = background
    self.unicode = unicode
    self.synchronizedOutput = synchronizedOutput
    self.erasesWithBackground = erasesWithBackground
    self.hyperlinks = hyperlinks
    self.isDumb = isDumb
  }
}
