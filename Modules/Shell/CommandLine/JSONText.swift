import Essentials
import PostDomain
import PostsRepository

extension PostTitle {
  /// `{"id": …, "title": …}`
  var json: String { #"{"id":\#(id.json),"title":\#(title.json)}"# }
}

extension PostDetail {
  /// `{"id", "title", "body", "author", "comments"}`; what is unknown is null.
  var json: String {
    """
    {"id":\(id.json),"title":\(title.json),"body":\(body.json),\
    "author":\(author.value?.json ?? "null"),"comments":\(comments.value.map(String.init) ?? "null")}
    """
  }
}

extension Identifier {
  /// A whole number as a number, whatever else as a text.
  fileprivate var json: String { Int(text).map(String.init) == text ? text : text.json }
}

extension String {
  /// A JSON text in which no control character stands bare, those above ASCII included (JSON itself allows them).
  fileprivate var json: String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .withoutEscapingSlashes
    guard let data = try? encoder.encode(self) else { return "null" }
    return String(decoding: data, as: UTF8.self).replacing(/[\u{7F}-\u{9F}\u{2028}\u{2029}]/) { match in
      match.output.unicodeScalars.map { "\\u" + String(0x10000 + $0.value, radix: 16).dropFirst() }.joined()
    }
  }
}
