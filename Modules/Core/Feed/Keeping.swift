import Essentials
import Paging

/// Saves answers one after the other.
extension Loader {
  /// One answer after the other: what a page pushes down must not come to a page that is just being confirmed.
  func takeTurn() async {
    if isKeeping { await withCheckedContinuation { waiting.append($0) } }
    isKeeping = true
  }

  func endTurn() {
    if waiting.isEmpty { isKeeping = false } else { waiting.removeFirst().resume() }
  }

  /// Adds the pages behind one whose answers are there already.
  func addArrived(to updates: inout [PageUpdate<Item>], from ahead: Ahead<Item>) async {
    // What was asked for behind it may belong to another chain of pages.
    if let last = checked.ranges.last, last.upperBound > updates[0].number + 1 { return }
    var last = updates[0]
    while let next = last.page.next, let (page, validator) = await ahead.takeArrived(last.number + 1, next) {
      last.checked.insert(contentsOf: last.number..<last.number + 1)
      (last.number, last.cursor, last.page, last.validator) = (last.number + 1, next, page, validator)
      updates.append(last)
    }
  }
}
