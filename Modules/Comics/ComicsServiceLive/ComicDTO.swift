import ComicDomain
import Essentials
import HTMLText
import NetworkClient

/// A comic as servers send it. Each field is a text or a number; a field of any other type counts as missing.
struct ComicDTO: Decodable {
  enum CodingKeys: String, CodingKey {
    case num, title, alt, transcript, img, link, news, year, month, day
    case safeTitle = "safe_title"
  }

  private var fields: [CodingKeys: String] = [:]

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    for key in container.allKeys {
      if let text = try? container.decode(String.self, forKey: key) {
        fields[key] = Mojibake.mended(text)
      } else if let number = try? container.decode(Int.self, forKey: key) {
        fields[key] = String(number)
      }
    }
  }

  /// The text of a field, with its encoding repaired; empty if it is missing.
  subscript(_ key: CodingKeys) -> String { fields[key] ?? "" }

  /// Returns the number in a field.
  func number(_ key: CodingKeys) -> Int? { Int(self[key].trimmed) }
}

extension Comic {
  /// Creates a comic from a server's answer.
  ///
  /// - Parameter base: The address of the server's resources. Relative addresses are resolved against the comic's page
  ///   there.
  /// - Throws: `NetworkClient.Error.undecodable` if there is no number, or neither a title nor a picture.
  init(_ wire: ComicDTO, base: URL) throws {
    guard let number = wire.number(.num), (1...1 << 40).contains(number) else {
      throw NetworkClient.Error.undecodable("a comic without a number")
    }
    let page = base.appending(path: "\(number)/")
    let picture = URL(webAddress: wire[.img], on: page).flatMap { $0.namesFile ? $0 : nil }
    // `safe_title` is the title without everything that its server took for markup; entities and accented letters are
    // lost.
    let titles = [wire[.title], wire[.safeTitle]].map(\.headline)
    guard let title = titles.first(where: { !$0.isEmpty }) ?? picture.map({ _ in "#\(number)" }) else {
      throw NetworkClient.Error.undecodable("a comic without a title or a picture")
    }
    let transcript = TranscriptText(wire[.transcript], alt: HTMLText.attribute(wire[.alt]).trimmed)
    self.init(
      id: ID(number), title: title, alt: transcript.alt, transcript: transcript.transcript, picture: picture,
      link: URL(webAddress: wire[.link].linkTarget, on: page),
      date: CalendarDate(
        year: wire.number(.year) ?? 0, month: wire.number(.month) ?? 0, day: wire.number(.day) ?? 0),
      news: HTMLText.content(wire[.news]))
  }
}

extension String {
  /// The text of an HTML fragment, on one line.
  fileprivate var headline: String { HTMLText.content(self).replacing("\n", with: " ") }

  /// The address in a field that holds either an address or HTML with a link.
  fileprivate var linkTarget: String { contains("<") ? HTMLText.firstLink(self) ?? "" : HTMLText.attribute(self) }
}

extension URL {
  /// Whether the address names a file rather than a folder.
  fileprivate var namesFile: Bool { !path().isEmpty && !path().hasSuffix("/") }
}
