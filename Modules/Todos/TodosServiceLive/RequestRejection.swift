import Essentials
import NetworkClient

extension NetworkClient.Response {
  /// What a server says to people about a change that it refuses, in one line of at most 200 characters; nil where that
  /// is nothing, or a page.
  var words: String? {
    let text = (try? JSONDecoder().decode(Complaint.self, from: body))?.text ?? plainText
    // Whatever breaks or steers lines is a blank here.
    let isBlank = { (scalar: Unicode.Scalar) in
      scalar.properties.isWhitespace || scalar.properties.generalCategory == .control
    }
    let line = (text ?? "").unicodeScalars.split(whereSeparator: isBlank).map(String.init).joined(separator: " ")
    if line.isEmpty { return nil }
    return line.count <= 200 ? line : line.prefix(199) + "…"
  }

  /// The body, where it is said to be plain text.
  private var plainText: String? {
    let type = (header("Content-Type") ?? "").lowercased()
    guard type.hasPrefix("text/plain") else { return nil }
    // A character that is cut in two has no meaning of its own.
    return String(decoding: body.prefix(4_096), as: UTF8.self)
  }
}

/// What APIs answer to what they do not take: a text, or an object or a list that holds one somewhere.
private struct Complaint: Decodable {
  var text: String?

  private enum Keys: String, CodingKey, CaseIterable {
    // The most telling first: RFC 9457 has a `detail` and a `title`.
    case message, detail, error, errors, reason, title
  }

  init(from decoder: any Decoder) throws {
    if let text = try? decoder.singleValueContainer().decode(String.self) {
      self.text = text
    } else if let fields = try? decoder.container(keyedBy: Keys.self) {
      let texts = Keys.allCases.lazy.compactMap { (try? fields.decode(Complaint.self, forKey: $0))?.text }
      text = texts.first { !$0.isEmpty }
    } else {
      var elements = try decoder.unkeyedContainer()
      text = elements.isAtEnd ? nil : try elements.decode(Complaint.self).text
    }
  }
}
