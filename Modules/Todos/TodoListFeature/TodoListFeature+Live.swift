// The list of to-dos.

import Concurrency
import Essentials
import ItemList
import Messages
import Observed
import PagedList
public import Screen
import StyleGuide
import TodoDomain
public import TodosRepository

extension Screen {
  /// Returns the screen of the lists of to-dos.
  public static func todoLists(_ repository: TodosRepository, _ environment: ScreenEnvironment) -> Self {
    let (done, counts, work) = (TodoUndoStack(), Observed(TodoCounts()), Observed<Task<Void, Never>?>(nil))
    // The number of refused edits when one of them was sent again; nil once the result is known.
    let refusedBefore = Observed<Int?>(nil)
    let lists = TodoFilter.allCases.map {
      TodoListViewModel.live(repository.list($0), repository, done, environment) {
        refusedBefore.replace(with: counts.value.refused)
      }
    }
    @Sendable func say(_ sentence: String) { for list in lists { _ = list.send(.command(.say(sentence))) } }
    @Sendable func sayAndReport(_ sentence: String) {
      environment.report(sentence)
      say(sentence)
    }
    return .todoLists(
      { filter in lists[TodoFilter.allCases.firstIndex(of: filter) ?? 0] }, counts: counts, environment,
      appear: {
        let watching = Task {
          await withTaskGroup { group in
            group.addTask {
              var refused: Int?
              for await count in repository.counts() {
                let before = counts.replace(with: count)
                if let refused, count.refused > refused, let sentence = await repository.refusal() {
                  refusedBefore.replace(with: nil)
                  sayAndReport(sentence)
                }
                if let before = refusedBefore.value, count.waiting == 0, count.refused < before {
                  refusedBefore.replace(with: nil)
                  say("Sent.")
                }
                refused = count.refused
                guard case .answer(let answer)? = count.obstacle, count.obstacle != before.obstacle else { continue }
                let why = Messages.delivery(answer, server: environment.server)
                sayAndReport("\(why); what waits is sent later".sentence)
              }
            }
            group.addTask {
              for await delivery in repository.deliveries() {
                for notice in delivery.notices { sayAndReport(notice.clause.sentence) }
              }
            }
          }
        }
        work.replace(with: watching)?.cancel()
      }, disappear: { work.replace(with: nil)?.cancel() })
  }
}

extension TodosRepository {
  /// Returns a sentence about the most recent refusal; nil if there is none.
  fileprivate func refusal() async -> String? {
    let all = try? await list(.all).reader.window(ListQuery(), .row(0), 0, .max)
    guard let item = all?.items.last(where: { $0.refusal != nil }), let refusal = item.refusal else { return nil }
    return "“\(item.todo.title)”: \(refusal.clause); ↵ for more."
  }
}
