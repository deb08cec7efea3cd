import Essentials

/// Something that a page shows from another address: a picture, a frame, a film.
struct Embedded: Equatable {
  /// What it is, for a reader: "Picture".
  var kind: String
  /// What its writer says it shows; may be empty.
  var label: String
  /// Where it is, as the writer has it.
  var source: String

  private static let kinds = [
    "img": "Picture", "iframe": "Frame", "embed": "Frame", "video": "Video", "audio": "Audio", "source": "Media",
  ]
  /// No larger are the signs that stand in a line, as letters do.
  private static let signSize = 32

  /// Nil where the element is none, or has no address; and where a picture is a sign in a line, or too small to be seen.
  init?(_ name: String, _ attributes: [Attribute]) {
    func value(_ name: String) -> String {
      attributes.first { $0.name == name }.map { decoded($0.value) }?.trimmed ?? ""
    }
    guard let kind = Self.kinds[name] else { return nil }
    // A page that loads its pictures late has their address elsewhere.
    let sources = ["src", "data-src"].map(value).filter { !$0.isEmpty && !$0.lowercased().hasPrefix("data:") }
    guard let source = sources.first else { return nil }
    let sizes = ["width", "height"].compactMap { Int(value($0)) }
    if name == "img", sizes.contains(where: { $0 <= Self.signSize }) { return nil }
    self.kind = kind
    label = [value("alt"), value("title")].first { !$0.isEmpty } ?? ""
    self.source = source
  }

  /// What stands before its address.
  var words: String { label.isEmpty ? kind : "\(kind): \(label)" }
}
