extension Invocation {
  /// How the program is used.
  public static var help: String {
    """
    satchel – an offline-first reader for the terminal

    It asks the server for the latest first. When that fails it shows the copy
    it kept, and says so.

    Usage:
      satchel                    the reader, full screen; its ? lists the keys
      satchel posts [--limit N] [--search TEXT] [--unread] [--bookmarked]
                                 the titles: ID, tab, title, a line each
      satchel post ID            one post: title, text, author, comments
      satchel comics [--limit N] [--search TEXT] [--unread] [--bookmarked]
                                 the comics, newest first: number, tab, title
      satchel comic N|latest|random
                                 one comic: title, hover text, number, date,
                                 the picture's address, transcript
      satchel bookmark post ID|comic N [--remove]
                                 bookmarks it, and keeps all of it for offline use
      satchel todos [--open|--done]
                                 what is to be done: ID, tab, box, tab, title
      satchel todo add TITLE…    one for each; - for the lines of standard input
      satchel todo done|reopen|delete|show ID
      satchel todo rename ID TITLE
                                 changes one, at once here and on the server as soon
                                 as it answers; the beginning of an ID will do
      satchel todos --deliver    sends what waits, and says what came of it
      satchel fetch [--last]     a response code, and how many were fetched so far
      satchel help               this text

    Options stand anywhere, as --name value or --name=value; -- ends them.

    \(Option.groups.map(section).joined(separator: "\n\n"))

    Environment:
      SATCHEL_SERVER             the server, when --server is not given
      SATCHEL_COMICS_SERVER      the server of comics, when --comics-server is not
                                 given
      SATCHEL_TODOS_SERVER       the server of to-dos, when --todos-server is not
                                 given
      SATCHEL_CACHE              the folder for copies, when --cache is not given
      SATCHEL_STATE              the folder for state, when --state is not given
      SATCHEL_THEME             the colours, when --theme is not given
      XDG_CACHE_HOME             the user's cache folder (Linux) [default: ~/.cache]
      XDG_STATE_HOME             the user's state folder (Linux)
                                 [default: ~/.local/state]
      http_proxy, https_proxy,
      all_proxy, no_proxy        the proxies to use, as curl understands them
      NO_COLOR, TERM, COLORTERM  what colours the reader may use
      BROWSER                    what opens an address
      SSL_CERT_FILE,
      SSL_CERT_DIR               the authorities to trust, in place of the system's

    Exit status:
      \(Invocation.ExitStatus.table.map { "\($0.status.rawValue.padded(to: 27))\($0.meaning)" }.joined(separator: "\n  "))

    Examples:
      satchel posts              every title
      satchel posts -n 5 -s https://example.org      five titles of another server
      satchel posts --search 'banh mi'               Bánh mì is found, too
      satchel comics --comics-server https://xkcd.com -n 30
                                                     the latest thirty
      satchel post 1 --offline                       a post as it was last seen
      satchel todo add 'wind the lighthouse'         also without a network
      satchel fetch && satchel fetch --last          the same code, twice
      satchel posts -f json | jq -r '.[].title'      titles for a program

    """
  }

  private static func section(_ group: (title: String, options: [Option])) -> String {
    ([group.title + ":"] + group.options.flatMap(lines)).joined(separator: "\n")
  }

  private static func lines(_ option: Option) -> [String] {
    let letter = option.letter.map { "\($0), " } ?? "    "
    let usage = letter + option.name + (option.value.map { " " + $0 } ?? "")
    let starts = [usage] + Array(repeating: "", count: option.help.count - 1)
    return zip(starts, option.help).map { "  \($0.padded(to: 27))\($1)" }
  }
}

extension Invocation.ExitStatus {
  /// Every way to end, and what it means.
  public static let table: [(status: Invocation.ExitStatus, meaning: String)] = [
    (.shown, "shown, even if only from the saved copy"),
    (.usage, "wrong command line"),
    (.noSuchItem, "no such post, comic or to-do"),
    (.unavailable, "it failed: nothing to show, nothing changed"),
    (.outputFailed, "the output could not be written"),
  ]
}

extension CustomStringConvertible {
  fileprivate func padded(to width: Int) -> String {
    description + String(repeating: " ", count: max(1, width - description.count))
  }
}
