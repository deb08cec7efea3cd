public import Essentials

/// The rules that tell the entries of one document apart.
///
/// An entry is identified by its id; without one, by its link, if no other entry of the document has that link; then by
/// its link and title, its title and date, or its text without addresses, with the link if there is one. Entries with
/// the same title and date are different if their texts differ. In RSS, entries with the same id are different if their
/// links differ or, without links, their titles, or both their titles and their dates. In Atom they are the same entry,
/// and the latest one counts.
struct FeedIdentity {
  /// The parts that identify an entry.
  struct Parts {
    var id: String?
    var link: String?
    var title: String?
    /// The date in the document.
    var date: Date?
    /// The date of the last change.
    var updated: Date?
    /// The text, needed only if there is no id, and no title or no link.
    var text: String?
    /// Whether there is nothing to be read or opened.
    var isEmpty = false
  }

  /// The parts that form the key of an entry.
  enum Kind: UInt8 {
    case id, idAndLink, idAndTitle, link, linkAndTitle, titleAndDate, titleAndText, text
  }

  /// The checksums of an entry's parts, which take little memory.
  private struct Record {
    var id: UInt64?
    var link: UInt64?
    var title: UInt64?
    var date: Date?
    /// The checksum of the key made of title and date, or of the text.
    var rest: UInt64 = 0
    /// The same with the text.
    var restAndText: UInt64 = 0
    var updated: Date?
    /// The checksums of the link as it is compared with others, and of title and date, or else of title and text.
    var sameLink: UInt64?
    var sameTitle: UInt64?

    /// Returns whether title and date both differ from those of another entry. One of them may have no title.
    func isOther(than other: Self) -> Bool {
      guard let date, let otherDate = other.date else { return false }
      return title != other.title && date != otherDate
    }
  }

  private var records: [Record] = []
  /// The indices of empty entries, which are few.
  private var empty: Set<Int> = []

  /// Adds the next entry of the document.
  mutating func add(_ parts: Parts) {
    var record = Record(
      id: parts.id.map { number($0.utf8) }, link: parts.link.map { number($0.utf8) },
      title: parts.title.map { number($0.utf8) }, date: parts.date, updated: parts.updated)
    if record.id == nil, record.link == nil || record.title == nil {
      record.rest = number(Self.key(of: parts, kind(of: record)).utf8)
      record.restAndText = record.title == nil ? record.rest : number(Self.key(of: parts, .titleAndText).utf8)
    }
    record.sameLink = parts.link.map { number(FeedSignature.comparable($0)) }
    if parts.title != nil, parts.date != nil {
      record.sameTitle = number(Self.key(of: parts, .titleAndDate).utf8)
    } else if record.id == nil, record.link == nil, record.title != nil {
      record.sameTitle = record.restAndText
    }
    if parts.isEmpty { empty.insert(records.count) }
    records.append(record)
  }

  private func kind(of record: Record) -> Kind { record.title == nil ? .text : .titleAndDate }

  /// Returns the kind of each entry's key, nil for an entry that is empty or that another one replaces, and the signatures
  /// of the others.
  func kinds(isAtom: Bool) -> (kinds: [Kind?], signatures: [FeedSignature]) {
    // The numbers of links, the first records with ids, and the texts of the first ones with titles and dates.
    var links = [UInt64: Int]()
    var ids = [UInt64: Int]()
    var texts = [UInt64: UInt64]()
    // The keys of the entries whose ids are not enough.
    var shared: [UInt64: Kind] = [:]
    var sharedTitles = Set<UInt64>()
    for (index, record) in records.enumerated() {
      if let link = record.link { links[link, default: 0] += 1 }
      guard let id = record.id else {
        if texts[record.rest, default: record.restAndText] != record.restAndText { sharedTitles.insert(record.rest) }
        texts[record.rest] = record.restAndText
        continue
      }
      if let first = ids[id].map({ records[$0] }) {
        if isAtom { continue }
        if first.link == record.link, record.isOther(than: first) {
          shared[id] = .idAndTitle
        } else if first.link != record.link || record.link == nil && first.title != record.title {
          shared[id] = shared[id] ?? .idAndLink
        }
      } else {
        ids[id] = index
      }
    }
    var kinds: [Kind?] = []
    var keys: [UInt64] = []
    var latest: [UInt64: Int] = [:]
    for (index, record) in records.enumerated() {
      var kind = kind(of: record)
      var key = Checksum()
      if let id = record.id {
        kind = shared[id] ?? .id
        if kind == .idAndLink, record.link == nil { kind = .idAndTitle }
        key.add(id)
        if kind != .id { key.add((kind == .idAndLink ? record.link : record.title) ?? 0) }
      } else if let link = record.link, links[link] == 1 || record.title != nil {
        kind = links[link] == 1 ? .link : .linkAndTitle
        key.add(link)
        if kind == .linkAndTitle { key.add(record.title ?? 0) }
      } else {
        if sharedTitles.contains(record.rest) { kind = .titleAndText }
        key.add(kind == .titleAndText ? record.restAndText : record.rest)
      }
      kinds.append(empty.contains(index) ? nil : kind)
      keys.append(key.value)
      if kinds[index] == nil { continue }
      if let other = latest[key.value] {
        let isLater = (record.updated ?? .distantPast) > (records[other].updated ?? .distantPast)
        kinds[isLater ? other : index] = nil
        if isLater { latest[key.value] = index }
      } else {
        latest[key.value] = index
      }
    }
    let signatures = records.indices.compactMap { index in
      kinds[index] == nil
        ? nil
        : FeedSignature(
          key: keys[index], link: records[index].sameLink, title: records[index].sameTitle,
          day: records[index].date.map { UInt16(clamping: $0.dayNumber) })
    }
    return (kinds, signatures)
  }

  /// Returns the key of an entry.
  static func key(of parts: Parts, _ kind: Kind) -> String {
    let id = parts.id ?? ""
    let link = parts.link ?? ""
    let title = parts.title ?? ""
    switch kind {
    case .id: return id
    case .idAndLink: return id + "\n" + link
    case .idAndTitle: return id + "\n" + title
    case .link: return link
    case .linkAndTitle: return link + "\n" + title
    case .titleAndDate:
      return title + (parts.date.map { "\n\(Int64($0.timeIntervalSince1970))" } ?? "")
    case .titleAndText: return key(of: parts, .titleAndDate) + "\n" + key(of: parts, .text)
    case .text:
      var checksum = Checksum()
      for word in Array((parts.text ?? "").utf8).split(whereSeparator: { $0 <= 0x20 }) where !word.contains("://".utf8)
      {
        checksum.add(part: word)
      }
      return (parts.link.map { $0 + "\n" } ?? "") + "text " + String(checksum.value, radix: 16)
    }
  }

  private func number(_ text: some Sequence<UInt8>) -> UInt64 {
    var checksum = Checksum()
    checksum.add(text)
    return checksum.value
  }
}

/// The numbers that tell an entry from others of its feed, and recognise it when its identifier has changed.
///
/// They are checksums, the same in every run.
public struct FeedSignature: Hashable, Sendable {
  /// The entry's key.
  public var key: UInt64
  /// Its link, whatever its scheme, `www.` and the last slash; nil without a link.
  public var link: UInt64?
  /// Its title and date; nil where one is missing.
  public var title: UInt64?
  /// The day of its date, since 1970; nil without a date.
  public var day: UInt16?

  public init(key: UInt64, link: UInt64? = nil, title: UInt64? = nil, day: UInt16? = nil) {
    self.key = key
    self.link = link
    self.title = title
    self.day = day
  }

  /// Creates the signature of an entry that has an identifier.
  public init(id: String, link: String?, title: String?, date: Date?) {
    var identity = FeedIdentity()
    identity.add(FeedIdentity.Parts(id: id, link: link, title: title, date: date))
    self = identity.kinds(isAtom: true).signatures[0]
  }

  /// Returns a link without those parts that change while the page stays the same.
  public static func comparable(_ link: String) -> ArraySlice<UInt8> {
    // Slices of strings take several times as long.
    var text = Array(link.utf8)[...]
    for scheme in ["https://", "http://"] where text.starts(with: scheme.utf8) {
      text = text.dropFirst(scheme.utf8.count)
    }
    if text.starts(with: "www.".utf8) { text = text.dropFirst(4) }
    return text.last == UInt8(ascii: "/") ? text.dropLast() : text
  }
}
