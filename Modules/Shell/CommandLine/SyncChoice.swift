public import Essentials
public import Repositories
import Suggestion
import Sync

extension Invocation {
  /// What is got for reading it without a network.
  public struct SyncChoice: Equatable, Sendable {
    /// The sections.
    public var kinds: [SyncKind]
    /// Whether they were named; where they were not, one that the server does not have is no failure.
    public var isNamed: Bool
    /// Only so many items of each.
    public var limit: Int?
    /// No comments and pictures of older items.
    public var since: Since?
    /// Whether all pictures are wanted, or only those of bookmarked comics.
    public var allPictures: Bool

    public init(
      kinds: [SyncKind] = SyncKind.allCases, isNamed: Bool = false, limit: Int? = nil, since: Since? = nil,
      allPictures: Bool = false
    ) {
      (self.kinds, self.isNamed, self.limit) = (kinds, isNamed, limit)
      (self.since, self.allPictures) = (since, allPictures)
    }
  }

  /// From when on something counts.
  public enum Since: Equatable, Sendable {
    /// From a moment on.
    case date(Date)
    /// From so many seconds ago on.
    case ago(TimeInterval)
  }
}

extension Invocation.SyncChoice {
  /// The same for whoever does it now.
  func options(now: Date) -> SyncOptions {
    let date: Date? =
      switch since {
      case nil: nil
      case .date(let date)?: date
      case .ago(let seconds)?: now - seconds
      }
    return SyncOptions(limit: limit, since: date, allPictures: allPictures)
  }
}

/// Which pictures are wanted.
enum PicturesChoice: String, CaseIterable { case bookmarked, all }

/// What is meant by the words behind `sync`.
func syncChoice(_ arguments: [String], _ words: Words) throws(UsageError) -> Invocation.SyncChoice {
  let names = SyncKind.allCases.map(\.rawValue)
  var kinds: [SyncKind] = []
  for word in arguments {
    guard let kind = SyncKind(rawValue: word) else {
      throw UsageError("sync gets \(names.joined(separator: ", ")), not \(word)\(suggestion(for: word, in: names))")
    }
    if !kinds.contains(kind) { kinds.append(kind) }
  }
  guard !words.flags.contains("--offline") else { throw UsageError("sync needs the network; leave out --offline") }
  let pictures: PicturesChoice? = try choice("--pictures", in: words)
  return Invocation.SyncChoice(
    kinds: kinds.isEmpty ? SyncKind.allCases : SyncKind.allCases.filter(kinds.contains), isNamed: !kinds.isEmpty,
    limit: try words.values["--limit"].map(wholeNumber), since: try words.values["--since"].map(since),
    allPictures: pictures == .all)
}

private func since(_ text: String) throws(UsageError) -> Invocation.Since {
  let units: [Character: TimeInterval] = ["h": 3_600, "d": 86_400, "w": 604_800, "y": 31_557_600]
  if let unit = text.last.flatMap({ units[$0] }), let count = positive(String(text.dropLast())), count <= 99_999 {
    return .ago(Double(count) * unit)
  }
  let day = Date.ISO8601FormatStyle().year().month().day()
  guard let date = try? Date(text, strategy: day), date.formatted(day) == text else {
    throw UsageError("--since needs a day such as 2026-01-31, or an age such as 12h, 7d, 4w or 1y, not \(text)")
  }
  return .date(date)
}
