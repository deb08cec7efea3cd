// The list of to-dos.

import CachedResource
import Concurrency
import Essentials
import ItemList
import Messages
import Observed
import PagedList
public import Screen
import StyleGuide
import TextLayout
import TodoDomain
public import TodosRepository

extension Screen {
  /// Returns the screen of the lists of to-dos.
  public static func todoLists(
    _ repository: TodosRepository, _ environment: ScreenEnvironment, positions: TodoListPositions = TodoListPositions()
  ) -> Self {
    let undoStack = TodoUndoStack()
    let counts = Observed(TodoCounts())
    let work = Observed<Task<Void, Never>?>(nil)
    // The number of refused edits when one of them was sent again; nil once the result is known.
    let refusedBefore = Observed<Int?>(nil)
    let lists = Observed<[TodoListViewModel]>([])
    @Sendable func say(_ sentence: String) { for list in lists.value { _ = list.send(.command(.say(sentence))) } }
    @Sendable func say(_ refusal: TodoRefusal, of item: TodoItem) {
      let reason = Messages.refusal(refusal.status, isDeletion: refusal.isDeletion)
      for list in lists.value {
        // The key is for the selected to-do, which may be another one. It comes first, because a narrow line is cut.
        let key = list.state().shown.selected?.id == item.id ? "↵" : "↵ on it"
        let title = TextLayout.cut(TextLayout.line(item.todo.title), to: 20)
        _ = list.send(.command(.say("\(key) for more: “\(title)”: \(reason).")))
      }
    }
    @Sendable func sayAndReport(_ sentence: String) {
      environment.report(sentence)
      say(sentence)
    }
    return .todoLists(
      { filter, onOpen in
        let list = TodoListViewModel.live(
          repository.list(filter), repository, undoStack, environment, start: positions.start(filter),
          sendingAgain: { refusedBefore.replace(with: counts.value.refused) }, onOpen: onOpen)
        lists.update { $0.append(list) }
        positions.follow(list, filter)
        return list
      }, shown: positions.shown, counts: counts, environment,
      appear: {
        let watching = Task {
          await withTaskGroup { group in
            group.addTask {
              var refused: [TodoItem]?
              for await count in repository.counts() {
                let before = counts.replace(with: count)
                let known = count.refused == 0 ? [] : refused
                let now = known?.count == count.refused ? known : await repository.refused() ?? known
                if let refused, let new = now?.last(where: { !refused.hasRefusal(of: $0) }), let refusal = new.refusal {
                  refusedBefore.replace(with: nil)
                  if let failure = new.failure { environment.report(failure) }
                  say(refusal, of: new)
                }
                if let before = refusedBefore.value, count.waiting == 0, count.refused < before {
                  refusedBefore.replace(with: nil)
                  say("Sent.")
                }
                refused = now
                if count.obstacle == .unreachable, before.obstacle != .unreachable {
                  // A list that the server has just confirmed does not know yet that it is gone.
                  for list in lists.value where list.state().isLive { _ = list.send(.reload) }
                }
                guard let failure = count.obstacle?.failure, count.obstacle != before.obstacle else { continue }
                let why = Messages.delivery(failure, server: environment.server)
                sayAndReport("\(why); what waits is sent later".sentence)
              }
            }
            group.addTask {
              for await delivery in repository.deliveries() {
                for notice in delivery.notices {
                  undoStack.map { $0.restoring(notice) }
                  sayAndReport(notice.clause.sentence)
                }
              }
            }
          }
        }
        work.replace(with: watching)?.cancel()
      }, disappear: { work.replace(with: nil)?.cancel() })
  }
}

extension TodosRepository {
  /// Returns the to-dos with a refused edit; nil if they cannot be read.
  fileprivate func refused() async -> [TodoItem]? {
    try? await list(.all).reader.window(ListQuery(), .row(0), 0, .max).items.filter { $0.refusal != nil }
  }
}

extension TodoObstacle {
  /// The answer of the server that is reported; nil for another obstacle.
  fileprivate var failure: (any Error)? {
    switch self {
    case .busy, .unreachable: nil
    case .answer(let answer): answer
    case .pausedUntil(let end): AnswerFailure.pausedUntil(end)
    }
  }
}

extension [TodoItem] {
  fileprivate func hasRefusal(of item: TodoItem) -> Bool {
    contains { $0.id == item.id && $0.refusal == item.refusal }
  }
}
