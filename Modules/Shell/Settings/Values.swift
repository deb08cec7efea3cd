public import Essentials
import Suggestion

/// A value that a setting cannot have.
public struct ValueError: Error, Equatable {
  /// What it needs, to be said behind its name: "needs an address such as …". Without a full stop.
  public var needs: String

  public init(_ needs: String) { self.needs = needs }
}

/// One of the values there are, by its name: `dark`.
/// - Throws: `ValueError`.
public func choice<Choice: RawRepresentable<String> & CaseIterable>(_ text: String) throws(ValueError) -> Choice {
  if let choice = Choice(rawValue: text) { return choice }
  let names = Choice.allCases.map(\.rawValue)
  throw ValueError("is one of \(names.joined(separator: ", ")), not \(text)\(suggestion(for: text, in: names))")
}

/// Seconds, decimals allowed: `2.5`.
/// - Throws: `ValueError`.
public func seconds(_ text: String) throws(ValueError) -> Duration {
  let isNumber = text.allSatisfy { $0.isASCII && ($0.isNumber || $0 == ".") }
  return try seconds(isNumber ? Double(text) : nil, written: text)
}

/// - Parameter text: how the number is written.
func seconds(_ number: Double?, written text: String) throws(ValueError) -> Duration {
  guard let number, number >= 0.001, number <= 86_400 else {
    throw ValueError("needs seconds from 0.001 to 86400, such as 2.5, not \(text)")
  }
  return .seconds(number)
}

/// So many bytes: `1 GiB`, `1.5GB`, `800M`. A letter alone, and with `iB`, counts in 1024s, as `ls -h` does; `MB` in 1000s.
/// - Throws: `ValueError`.
public func size(_ text: String) throws(ValueError) -> Int {
  let digits = text.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
  let unit = text.dropFirst(digits.count).drop { $0 == " " }.lowercased()
  let units = ["k", "m", "g", "t"]
  let power = units.firstIndex { unit.hasPrefix($0) }.map { $0 + 1 } ?? 0
  let factor: Double? =
    switch unit.dropFirst(power > 0 ? 1 : 0) {
    case "" where power > 0, "ib" where power > 0: 1_024
    case "b" where power > 0: 1_000
    case "", "b", "bytes": 1
    default: nil
    }
  guard let factor, let number = Double(digits), (0..<power).reduce(number, { size, _ in size * factor }) < 1e18 else {
    throw ValueError("needs a size such as 1 GiB or 500 MB, not \(text)")
  }
  let bytes = Int((0..<power).reduce(number) { size, _ in size * factor })
  guard bytes >= 1 << 20 else { throw ValueError("needs at least 1 MiB, not \(text)") }
  return bytes
}

/// An address of a server: `http://localhost:8000`.
/// - Throws: `ValueError`.
public func address(_ text: String) throws(ValueError) -> URL {
  guard let url = URL(string: text), let scheme = url.scheme?.lowercased(), ["http", "https"].contains(scheme),
    let host = url.host(), !host.isEmpty, (1...65_535).contains(url.port ?? 80)
  else {
    let guess = URL(string: "https://" + text).flatMap { text.contains("://") || text.hasPrefix("@") ? nil : $0 }
    let hint = guess?.likelyScheme.map { "; did you mean \($0)://\(text)?" } ?? ""
    throw ValueError("needs an address such as http://localhost:8000, not \(text)\(hint)")
  }
  guard url.user() == nil, url.password() == nil else {
    throw ValueError("cannot contain a user name or password")
  }
  guard url.query() == nil, url.fragment() == nil else {
    throw ValueError("needs an address without a query: \(text)")
  }
  return url
}

extension Settings {
  /// A server: its address, or `@` and one of the names there are.
  /// - Throws: `ValueError`.
  public func serverChoice(_ text: String) throws(ValueError) -> ServerChoice {
    guard text.hasPrefix("@") else {
      if servers.contains(where: { $0.name == text }) {
        throw ValueError("needs @ before a name; did you mean @\(text)?")
      }
      return .address(try address(text))
    }
    let name = String(text.dropFirst())
    guard named(name) != nil else { throw ValueError("names \(text), which is no server\(nearest(to: name))") }
    return .named(name)
  }

  /// The address of a part of a server, and the line of the file that it is written in; of a named one without an address for
  /// that part, the address of its posts. Nil where no server has the name.
  public func located(
    _ server: ServerChoice, _ part: (NamedServer) -> Located<URL>? = { _ in nil }
  ) -> (url: URL, line: Int?)? {
    switch server {
    case .address(let url): return (url, nil)
    case .named(let name):
      guard let named = named(name) else { return nil }
      let located = part(named) ?? named.address
      return (located.value, located.line)
    }
  }

  /// The server of a name.
  public func named(_ name: String) -> NamedServer? { servers.first { $0.name == name } }

  /// "; did you mean @work?", with the nearest name there is; where none is near, all names.
  public func nearest(to name: String) -> String { nearestServer(to: name, among: servers.map(\.name)) }
}

func nearestServer(to name: String, among names: [String]) -> String {
  let names = names.map { "@" + $0 }
  let near = suggestion(for: "@" + name, in: names)
  if !near.isEmpty { return near }
  return names.isEmpty ? "; no server has a name" : "; there are \(names.prefix(9).joined(separator: ", "))"
}

extension URL {
  /// How a server is reached that was named without a scheme: those of the public Internet by https, unless a port says
  /// something else; nil where no server is named.
  fileprivate var likelyScheme: String? {
    guard let host = host(), !host.isEmpty else { return nil }
    let isPublic = host.contains(".") && host.contains(where: \.isLetter) && !host.contains(":")
    return isPublic && (port ?? 443) == 443 ? "https" : "http"
  }
}
