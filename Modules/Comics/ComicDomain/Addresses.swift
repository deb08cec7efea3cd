public import Essentials

extension Comic.ID {
  /// Returns the address of the comic's page on its server.
  public func page(on server: URL) -> URL { server.appending(path: "\(number)/") }

  /// The address of an explanation, for the comics of xkcd.com.
  public var explanation: URL? { URL(string: "https://explainxkcd.com/\(number)") }
}
