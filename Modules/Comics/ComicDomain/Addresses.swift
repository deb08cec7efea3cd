public import Essentials

extension Comic.ID {
  /// The comic's page on its server.
  public func page(on server: URL) -> URL { server.appending(path: "\(number)/") }

  /// Where others explain it, for the comics of xkcd.com.
  public var explanation: URL? { URL(string: "https://explainxkcd.com/\(number)") }
}
