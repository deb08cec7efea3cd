import Essentials
import FlagsRepository
import Messages
import Observed
public import PagedList
public import Screen
import StyleGuide

/// The counts in the header of a list.
public struct ListCounts: Equatable, Sendable {
  /// The number of unread items in each scope; a scope is missing if they could not be counted.
  public var unread: [ListQuery.Scope: Int] = [:]
  /// The number of unread items that came since the last visit.
  public var new = 0
  /// The number of items that came since the last visit, read or not.
  var arrived = 0
  /// The message that flags cannot be read; nil if they can.
  var problem: Problem?

  /// A message in two lengths.
  struct Problem: Equatable {
    var brief: String
    var full: String
  }
}

extension FlaggedList {
  /// Counts the unread items now and after every change, and calls `say` when new ones have come.
  /// - Parameter isShown: Returns whether a sentence is still shown. The next one then counts its items, too.
  public func count(
    _ environment: ScreenEnvironment, isShown: (_ sentence: String) -> Bool = { _ in false },
    saying say: (_ sentence: String) -> Void
  ) async {
    var last = ListCounts()
    var said: (sentence: String, after: ListCounts)?
    for await counts in list.reader.changes.reading({ await count() }) {
      if let problem = counts.problem, problem != last.problem {
        environment.report(problem.full)
        say(problem.brief)
      }
      if self.counts.value != counts { self.counts.replace(with: counts) }
      if let sentence = announcement(counts, after: last, environment) {
        let start = said.flatMap { isShown($0.sentence) ? $0.after : nil } ?? last
        let sum = announcement(counts, after: start, environment) ?? sentence
        said = (sum, start)
        say(sum)
      }
      let announced = max(last.arrived, counts.arrived)
      last = counts
      last.arrived = announced
    }
  }

  private func count() async -> ListCounts? {
    var counts = ListCounts()
    do {
      _ = try await repository.flags([])
      for scope in ListQuery.Scope.allCases {
        counts.unread[scope] = try await list.reader.count(ListQuery(scope: scope, filters: [.unread]))
      }
      guard let date = visit.last else { return counts }
      counts.arrived = try await list.reader.count(ListQuery(condition: .arrived(after: date)))
      guard counts.arrived > 0 else { return counts }
      counts.new = try await list.reader.count(ListQuery(filters: [.unread], condition: .arrived(after: date)))
    } catch {
      counts.problem = Messages.unusableState(error).map { .init(brief: $0.brief, full: $0.full) }
    }
    return counts
  }

  /// Returns the notice about items that came; each item is announced once.
  private func announcement(_ counts: ListCounts, after last: ListCounts, _ environment: ScreenEnvironment) -> String? {
    let unannounced = min(counts.new, counts.arrived - last.arrived)
    guard unannounced > 0, let date = visit.last else { return nil }
    guard last.arrived == 0 else { return "\(grouped(unannounced)) more new." }
    let moment = Messages.moment(of: date, now: environment.now(), secondsFromGMT: environment.secondsFromGMT)
    return "\(grouped(unannounced)) new since \(moment)."
  }
}
