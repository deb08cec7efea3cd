import Essentials
import NetworkClient

extension NetworkClient.Response {
  /// The server's words about a refused change, in one line of at most 200 characters; nil if there are none or they
  /// are a web page.
  var words: String? {
    let text = (try? JSONDecoder().decode(Complaint.self, from: body))?.text ?? plainText
    // White space and control characters become spaces, because they could break lines or steer the terminal.
    let isBlank = { (scalar: Unicode.Scalar) in
      scalar.properties.isWhitespace || scalar.properties.generalCategory == .control
    }
    let line = (text ?? "").unicodeScalars.split(whereSeparator: isBlank).map(String.init).joined(separator: " ")
    if line.isEmpty { return nil }
    return line.count <= 200 ? line : line.prefix(199) + "…"
  }

  /// The body, if it is declared as plain text.
  private var plainText: String? {
    let type = (header("Content-Type") ?? "").lowercased()
    guard type.hasPrefix("text/plain") else { return nil }
    // Decoding replaces a character that the limit cuts.
    return String(decoding: body.prefix(4_096), as: UTF8.self)
  }
}

/// The error message in a JSON answer: a text, or an object or array that contains one.
private struct Complaint: Decodable {
  var text: String?

  private enum Keys: String, CodingKey, CaseIterable {
    // The most specific first. RFC 9457 has a `detail` and a `title`.
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
