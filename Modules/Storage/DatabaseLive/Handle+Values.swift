import CSQLite
import Database

extension Handle {
  /// Binds a value to each `?` of a statement.
  func bind(_ values: [DatabaseValue], to statement: OpaquePointer) throws {
    let library = library
    guard Int(library.pointee.bind_parameter_count(statement)) == values.count else {
      throw DatabaseError.failed("\(values.count) values, and another number of places for them")
    }
    for (index, value) in zip(Int32(1)..., values) {
      let code =
        switch value {
        case .null: library.pointee.bind_null(statement, index)
        case .integer(let integer): library.pointee.bind_int64(statement, index, integer)
        case .real(let real): library.pointee.bind_double(statement, index, real)
        case .text(var text):
          text.withUTF8 { bytes in
            bytes.withMemoryRebound(to: CChar.self) {
              csqlite_bind_text(library, statement, index, $0.baseAddress, UInt64($0.count))
            }
          }
        case .blob(let bytes):
          bytes.withUnsafeBytes { csqlite_bind_blob(library, statement, index, $0.baseAddress, UInt64($0.count)) }
        }
      guard code == SQLITE_OK else { throw failure }
    }
  }

  /// Returns a view of the statement's current row, which changes with each step.
  func columns(of statement: OpaquePointer) -> Row {
    let library = library
    func utf8(_ column: Int) -> UnsafeBufferPointer<UInt8>? {
      let column = Int32(clamping: column)
      guard let start = library.pointee.column_text(statement, column) else { return nil }
      return UnsafeBufferPointer(start: start, count: Int(library.pointee.column_bytes(statement, column)))
    }
    return Row(
      integer: { library.pointee.column_int64(statement, Int32(clamping: $0)) },
      real: { library.pointee.column_double(statement, Int32(clamping: $0)) },
      text: { column in utf8(column).map { String(decoding: $0, as: UTF8.self) } },
      utf8: { column, body in body((utf8(column) ?? UnsafeBufferPointer(start: nil, count: 0)).span) },
      blob: { column in
        let column = Int32(clamping: column)
        guard library.pointee.column_type(statement, column) != SQLITE_NULL else { return nil }
        // SQLite returns a null pointer for an empty blob.
        guard let start = library.pointee.column_blob(statement, column) else { return [] }
        return Array(UnsafeRawBufferPointer(start: start, count: Int(library.pointee.column_bytes(statement, column))))
      },
      isNull: { library.pointee.column_type(statement, Int32(clamping: $0)) == SQLITE_NULL })
  }
}
