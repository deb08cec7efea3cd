import ItemList
import PostDomain
import PostsRepository
import Rendering
public import Screen
import Terminal

extension Screen {
  /// The list of titles.
  /// - Parameter address: the server's, for the page with nothing on it.
  public static func postList(_ viewModel: PostListViewModel, address: String) -> Self {
    .itemList(
      viewModel, ItemListLook(title: "Posts", plural: "posts", address: address, rows: rows),
      keys: [
        .init(["o"], "o", "open in the browser") { _, _ in .command(.browse) },
        .init(["y"], "y", "copy the title") { _, _ in .command(.copy) },
      ])
  }
}

/// The identifiers in a column, and the titles.
@Sendable private func rows(_ visible: [PostTitle], width: Int) -> (PostTitle, RowStyle) -> [Span] {
  let widest = 12
  let digits = min(visible.map(\.id.text.count).max() ?? 0, widest)
  return { title, style in
    let id = title.id.text
    let column = String(repeating: " ", count: max(0, digits - id.count)) + id
    return [Span(column, style.quiet), Span("  ", style.base)] + style.highlighted(title.title)
  }
}
