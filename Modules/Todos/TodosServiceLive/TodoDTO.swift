import Essentials
import RESTCollections
import TodoDomain

/// The list as servers send it.
struct TodosDTO: Decodable {
  var todos: Elements<TodoDTO>
}

/// A to-do as servers send it. Any field may be missing or have another type.
struct TodoDTO: Decodable {
  var id: String?
  var tempId: String?
  var title: String
  var isCompleted: Bool

  enum CodingKeys: String, CodingKey {
    case id, tempId, title
    case isCompleted = "is_completed"
  }

  init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    // The usual type is tried first, because a failed decoding takes longer than all the rest.
    if let text = try? fields.decodeIfPresent(String.self, forKey: .id) {
      id = text.isEmpty ? nil : text
    } else {
      id = (try? fields.decodeIfPresent(WireID.self, forKey: .id))?.text
    }
    tempId = (try? fields.decodeIfPresent(String.self, forKey: .tempId)).flatMap { $0.isEmpty ? nil : $0 }
    title = (try? fields.decodeIfPresent(TextDTO.self, forKey: .title))?.text ?? ""
    isCompleted = (try? fields.decodeIfPresent(CompletedDTO.self, forKey: .isCompleted))?.value ?? false
  }

  /// The to-do; nil without an id, because nothing could be done with it.
  var todo: Todo? {
    id.map { id in
      Todo(
        id: tempId.map { .temporary($0) } ?? .server(id), serverID: id, title: title,
        isCompleted: isCompleted)
    }
  }
}

/// A text that may be sent as a number.
private struct TextDTO: Decodable {
  var text: String

  init(from decoder: any Decoder) throws {
    let value = try decoder.singleValueContainer()
    if let text = try? value.decode(String.self) {
      self.text = text
    } else if let number = try? value.decode(Int.self) {
      text = String(number)
    } else {
      text = try value.decode(Decimal.self).description
    }
  }
}

/// A Boolean that may be sent as `"0"` or `"1"`, as a number, or as a JSON boolean.
struct CompletedDTO: Decodable {
  var value: Bool

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let text = try? container.decode(String.self) {
      value = ["1", "true", "yes"].contains(text.trimmed.lowercased())
    } else if let isCompleted = try? container.decode(Bool.self) {
      value = isCompleted
    } else {
      value = try container.decode(Double.self) != 0
    }
  }

  /// Returns the JSON of a value in the spelling that the server uses.
  /// - Parameter present: The JSON that the server sent; nil if it sent none.
  static func spelled(_ isCompleted: Bool, as present: Data?) -> Data {
    switch present?.first {
    case UInt8(ascii: "t"), UInt8(ascii: "f"): Data(isCompleted ? "true".utf8 : "false".utf8)
    case .some(UInt8(ascii: "0")...UInt8(ascii: "9")): Data(isCompleted ? "1".utf8 : "0".utf8)
    default: Data(isCompleted ? #""1""#.utf8 : #""0""#.utf8)
    }
  }
}
