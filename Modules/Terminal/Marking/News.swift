import Essentials
import Feed
import ItemMarks
import Messages
import Observed
public import ScreenEnvironment
import StyleGuide

/// What is new in a list, as far as it was looked at.
struct News<ID: Hashable & Sendable>: Sendable {
  /// More are not counted.
  static var limit: Int { 1_000 }

  private let ids = Observed<Set<ID>>([])
  private let said = Observed<Set<ID>>([])
  private let source = ChangeSource()

  /// The new ones among some items.
  func marks(_ ids: [ID]) -> [ID: Bool] {
    let new = self.ids.value
    return new.isEmpty ? [:] : Dictionary(ids.filter(new.contains).map { ($0, true) }) { first, _ in first }
  }

  /// Tells that others are new.
  var changes: ChangeSignal { source.signal }

  /// How many there are, as a header says it: "3 new"; nil for none.
  var detail: String? { ids.value.isEmpty ? nil : "\(Self.counted(ids.value.count)) new" }

  /// Takes what is new by now, and returns what is to be said of it: each item is told of once.
  func take(_ new: Set<ID>, since date: Date, _ environment: ScreenEnvironment) -> String? {
    if ids.replace(with: new) != new { source.send() }
    let (isFirst, untold) = said.update { said in
      defer { said.formUnion(new) }
      return (said.isEmpty, new.subtracting(said).count)
    }
    guard untold > 0 else { return nil }
    guard isFirst else { return "\(Self.counted(untold)) more new." }
    let moment = Messages.moment(of: date, now: environment.now(), secondsFromGMT: environment.secondsFromGMT)
    return "\(Self.counted(untold)) new since \(moment)."
  }

  private static func counted(_ count: Int) -> String { grouped(count) + (count < limit ? "" : "+") }
}

/// What a header counts in a list.
struct Counts<ID: Hashable & Sendable>: Equatable, Sendable {
  /// How many items were not read; nil where that cannot be known.
  var unread: Int?
  /// Those that came since the last visit, and were not read.
  var new: Set<ID>
  /// Why marks cannot be kept at all, as a sentence and in full; nil where they can.
  var problem: [String]?
}

extension MarkedFeed {
  /// Counts what is unread, now and after every change, and says what is new.
  public func count(_ environment: ScreenEnvironment, saying say: (_ sentence: String) -> Void) async {
    var problem: [String]?
    for await counts in counts() {
      if let new = counts.problem, new != problem {
        environment.report(new[1])
        say(new[0])
      }
      problem = counts.problem
      if unread.value != counts.unread { unread.update { $0 = counts.unread } }
      guard let last = visit.last else { continue }
      if let sentence = news.take(counts.new, since: last, environment) { say(sentence) }
    }
  }

  private func counts() -> AsyncStream<Counts<Item.ID>> {
    ChangeSignal.merging(whole.changes, marks.changes).reading {
      do {
        return Counts(unread: try await marks.unreadCount(in: whole), new: (try? await new()) ?? [])
      } catch {
        return Counts(unread: nil, new: [], problem: Messages.unusableState(error).map { [$0.brief, $0.full] })
      }
    }
  }

  private func new() async throws -> Set<Item.ID> {
    guard let last = visit.last else { return [] }
    let arrived = try await whole.arrivals(last, News<Item.ID>.limit)
    if arrived.isEmpty { return [] }
    let marks = try await marks.marks(arrived)
    return Set(arrived.filter { marks[$0]?.isRead != true })
  }
}
