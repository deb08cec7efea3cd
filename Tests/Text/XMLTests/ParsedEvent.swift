import Essentials
import XML

/// An event of a document, as a value.
enum ParsedEvent: Equatable {
  case start(String, [String])
  case end
  case text(String)
}

/// Returns the events of a document, with adjacent text joined.
func events(
  _ document: [UInt8], charset: String? = nil, pieces size: Int = .max
) throws -> (events: [ParsedEvent], isCut: Bool) {
  let encoding = document.withUnsafeBytes { XMLEncoding(of: $0, charset: charset) }
  let reader = try XMLReader(encoding)
  var events = [ParsedEvent]()
  var text = [UInt8]()
  func flush() {
    if !text.isEmpty { events.append(.text(String(decoding: text, as: UTF8.self))) }
    text = []
  }
  var start = 0
  repeat {
    let end = size < document.count - start ? start + size : document.count
    document[start..<end].withUnsafeBytes { piece in
      reader.read(piece, isLast: end == document.count) { event in
        switch event {
        case .start(let name, let attributes):
          flush()
          let prefix = name.prefix.map { $0 + ":" } ?? ""
          events.append(.start(prefix + name.local, attributes.all.map { "\($0.name)=\($0.value)" }))
        case .end:
          flush()
          events.append(.end)
        case .text(let bytes): text += bytes
        }
      }
    }
    start = end
  } while start < document.count
  flush()
  return (events, reader.depth > 0)
}

/// Returns all text of a document.
func text(_ document: String, charset: String? = nil) throws -> String {
  try text(Array(document.utf8), charset: charset)
}

func text(_ document: [UInt8], charset: String? = nil) throws -> String {
  try events(document, charset: charset).events.map { if case .text(let text) = $0 { text } else { "" } }.joined()
}
