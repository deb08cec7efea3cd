extension Invocation {
  /// How the program is used.
  public static var help: String {
    """
    satchel – an offline-first reader for the terminal

    It shows the latest from a server, and saves what it has shown. When the
    server cannot be reached it shows the saved copy, and says so.

    Usage:
      satchel                    open the reader, full screen; ? lists its keys
      satchel posts [--limit N] [--search TEXT] [--unread] [--bookmarked]
                                 print the titles: ID, tab, title, one per line
      satchel post ID            print a post: title, text, author, comments
      satchel comics [--limit N] [--search TEXT] [--unread] [--bookmarked]
                                 print the comics, newest first: number, tab, title
      satchel comic N|latest|random
                                 print a comic: title, hover text, number, date,
                                 picture address, transcript
      satchel bookmark post ID|comic N [--remove]
                                 bookmark it, and save all of it for offline use
      satchel todos [--open|--done]
                                 print the to-dos: ID, tab, box, tab, title
      satchel todo add TITLE…    add one for each title; - reads standard input
      satchel todo done|reopen|delete|show ID
      satchel todo rename ID TITLE
                                 change one, here at once and on the server as
                                 soon as it answers; IDs can be shortened
      satchel todos --deliver    send waiting changes, and report the result
      satchel fetch [--last]     fetch a response code; print it and the count
      satchel sync [posts|comics|todos]
                                 get everything for a time without a network, and
                                 send waiting changes; ctrl-c stops, and running
                                 it again goes on
      satchel status             print what is saved of each server, and where
      satchel forget posts|comics|server URL [--state-too]
                                 remove what is saved of a server, and print how
                                 much; what is not a cache only with --state-too
      satchel doctor             check libraries, terminal, folders and servers,
                                 and print what to do where something is wrong
      satchel help               print this text

    Options can go anywhere, as --name value or --name=value; -- ends them.

    \(Option.groups.map(section).joined(separator: "\n\n"))

    Environment:
      SATCHEL_SERVER             default for --server
      SATCHEL_COMICS_SERVER      default for --comics-server
      SATCHEL_TODOS_SERVER       default for --todos-server
      SATCHEL_CACHE              default for --cache
      SATCHEL_STATE              default for --state
      SATCHEL_THEME              default for --theme
      XDG_CACHE_HOME             the user's cache folder (Linux) [default: ~/.cache]
      XDG_STATE_HOME             the user's state folder (Linux)
                                 [default: ~/.local/state]
      http_proxy, https_proxy,
      all_proxy, no_proxy        proxies, as curl understands them
      NO_COLOR, TERM, COLORTERM  which colours the reader may use
      BROWSER                    command that opens an address
      SSL_CERT_FILE,
      SSL_CERT_DIR               certificate authorities, instead of the system's

    Exit status:
      \(Invocation.ExitStatus.table.map { "\($0.status.rawValue.padded(to: 27))\($0.meaning)" }.joined(separator: "\n  "))

    Examples:
      satchel posts              every title
      satchel posts -n 5 -s https://example.org      five titles from another server
      satchel posts --search 'banh mi'               finds Bánh mì, too
      satchel comics --comics-server https://xkcd.com -n 30
                                                     the latest 30
      satchel post 1 --offline                       a post as last seen
      satchel todo add 'wind the lighthouse'         works offline, too
      satchel sync --since 4w    everything, comments of the last four weeks
      satchel fetch && satchel fetch --last          the same code twice
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
    (.outputFailed, "cannot write the output"),
    (.incomplete, "sync: not everything could be had; run it again"),
    (.interrupted, "sync: stopped by ctrl-c; what was saved stays"),
  ]
}

extension CustomStringConvertible {
  fileprivate func padded(to width: Int) -> String {
    description + String(repeating: " ", count: max(1, width - description.count))
  }
}
