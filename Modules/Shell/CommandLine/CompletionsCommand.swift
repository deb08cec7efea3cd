import Settings

extension Command {
  /// Prints a script that completes commands in a shell.
  static let completions = Command(
    name: "completions",
    usages: ["completions bash|zsh|fish": "print a completion script"],
    words: Shell.allCases.map(\.rawValue), ignoresSettings: true
  ) { words, _ throws(UsageError) in
    let names = Shell.allCases.map(\.rawValue)
    let word = try words.argument("shell", "one shell: \(names.joined(by: "or"))")
    guard let shell = Shell(rawValue: word) else { throw UsageError(word, isNot: names, of: "completions") }
    return Action(needsDatabases: false) { run in
      try run.output.write(Invocation.completions(for: shell))
    }
  }

  /// Prints the candidates for the last of some words, for the scripts. It is not in the help.
  static let complete = Command(name: "complete") { words, file throws(UsageError) in
    try completing(Completion(of: words.arguments), file)
  }

  /// Prints those candidates that need no valid settings.
  static let completeWords = Command(name: complete.name) { words, file throws(UsageError) in
    var completion = Completion(of: words.arguments)
    if completion.items != .servers { completion.items = nil }
    return try completing(completion, file)
  }

  private static func completing(_ completion: Completion, _ file: ConfigurationFile) throws(UsageError) -> Action {
    let list = try completion.items.map { items throws(UsageError) in try items.action(file) }
    return Action(needsDatabases: list?.needsDatabases ?? false) { run in
      try run.output.write(completion.lines)
      guard let list else { return }
      var run = run
      run.server = run.settings[keyPath: list.server]
      run.output.write = { [output = run.output] in try output.write(completion.lines(ofItems: $0)) }
      try await list.run(run)
    }
  }
}

/// A shell with completions.
public enum Shell: String, CaseIterable, Sendable {
  /// GNU Bash, 4 or later.
  case bash
  /// The Z shell.
  case zsh
  /// The friendly interactive shell, 3 or later.
  case fish
}

extension Words {
  /// Takes over the server, the folders and the files that are named on the line to complete.
  mutating func readCompletedLine() {
    let line = Completion(of: arguments).start
    server = line.server
    values.merge(line.places) { $1 }
  }
}

/// The candidates for the word at the cursor.
private struct Completion {
  /// The words before the one at the cursor.
  let start: Words
  /// The words that may stand there, and their explanations.
  private var candidates: [(word: String, help: String)] = []
  /// The list with items that may stand there.
  var items: Command.Items?
  /// The text before a value in the same word: `--format=`.
  private var prefix = ""

  /// - Parameter words: The words after the program's name, up to the cursor.
  init(of words: [String]) {
    let current = words.last ?? ""
    start = Words(beginning: Array(words.dropLast()))
    let isOption = current.hasPrefix("-") && !start.endsOptions
    if isOption, let end = current.firstIndex(of: "="),
      let option = Words(beginning: [String(current[..<end])]).openOption
    {
      prefix = String(current[...end])
      complete(option)
      return
    }
    if let option = start.openOption {
      complete(option)
      return
    }
    let operands = start.operands
    let group = Command.all.filter { $0.group == operands.first }
    let command =
      group.first { $0.name == operands.prefix(2).joined(separator: " ") }
      ?? group.first { $0.name == operands.first }
    if isOption {
      let own = (command.map { [$0] } ?? group).flatMap(\.options)
      candidates = Option.all.filter { own.contains($0) || $0.owners.isEmpty }.map {
        ($0.name, $0.help.joined(separator: " "))
      }
    } else if operands.isEmpty {
      for command in Command.all where candidates.last?.word != command.group {
        let usages = Command.all.filter { $0.group == command.group }.flatMap(\.usages)
        candidates.append((command.group, usages.first { !$0.value.isEmpty }?.value.replacing("\n", with: " ") ?? ""))
      }
      items = start.server == nil ? .servers : nil
    } else {
      if operands.count == (operands[0] == Command.help.name ? 2 : 1) {
        candidates = Command.all.filter { $0.group == operands.last }.compactMap(\.verb).map { ($0, "") }
      }
      guard let command else { return }
      let given = operands.dropFirst(command.name.split(separator: " ").count)
      guard given.isEmpty || command.takesSeveral else { return }
      candidates += command.words.filter { !given.contains($0) }.map { ($0, "") }
      if command.name == Command.help.name {
        let groups = Command.all.map(\.group)
        candidates += groups.indices.filter { groups.firstIndex(of: groups[$0]) == $0 }.map { (groups[$0], "") }
      }
      items = command.items
    }
  }

  /// Offers the values of an option. `:folders` and `:files` stand for those of the disk.
  private mutating func complete(_ option: Option) {
    switch option.value {
    case _ where option == .feed: items = .feeds
    case _ where option == .tag: items = .tags
    case _ where option.values != nil: candidates = (option.values ?? []).map { ($0, "") }
    case "DIR": candidates = [(":folders", "")]
    case "FILE": candidates = [(":files", "")]
    case "URL": items = .servers
    default: break
    }
  }

  /// A line for each candidate that is no item: the word, a tab and the explanation.
  var lines: String { candidates.map { line($0.word, $0.help) }.joined() }

  /// Returns a line for each item that its command prints. The server names them: those that a shell could read as more
  /// than one word are left out.
  func lines(ofItems text: String) -> String {
    text.lines.map { text -> String in
      let id = String(text.prefix { $0 != "\t" })
      guard id.isPlainWord else { return "" }
      return line(id, String(text.dropFirst(id.count + 1)).replacing("\t", with: " "))
    }.joined()
  }

  private func line(_ word: String, _ help: String) -> String {
    "\(word.hasPrefix(":") ? "" : prefix)\(word)\(help.isEmpty ? "" : "\t\(help)")\n"
  }
}

extension String {
  /// Whether a shell reads it as one word, and satchel not as an option.
  var isPlainWord: Bool {
    guard let first, first != "-", first != "." else { return false }
    // A letter of some scripts takes the next character into its own, whatever that is.
    return unicodeScalars.allSatisfy { scalar in
      let character = Character(scalar)
      return character.isLetter || character.isNumber || "_@.-/".unicodeScalars.contains(scalar)
        || !scalar.isASCII && scalar.properties.isDiacritic
    }
  }
}

extension Command.Items {
  /// Returns the work that prints the items, a line each: an ID, a tab and a title.
  fileprivate func action(_ file: ConfigurationFile) throws(UsageError) -> Action {
    switch self {
    case .posts: try Command.posts.action(Words(["--limit", "10000"]), file)
    case .comics: try Command.comics.action(Words(["--limit", "10000"]), file)
    case .todos: try Command.todos.action(Words([]), file)
    case .servers: try Command.configServers.action(Words([]), file)
    case .feeds: .feeds { run in try await run.printFeedNames() }
    case .tags: .feeds { run in try await run.printTags() }
    }
  }
}

extension Invocation {
  /// Returns a script that completes commands in a shell. It asks the program for the words that may stand at the cursor;
  /// IDs and their titles come from saved data, without asking the server.
  public static func completions(for shell: Shell) -> String {
    switch shell {
    case .bash: bash
    case .zsh: zsh
    case .fish: fish
    }
  }
}

/// The start of the command that prints the candidates.
private let complete = "satchel --offline --quiet complete --"

/// The script for bash: for `eval`, or for a file in bash-completion's folder.
private let bash = """
  # satchel in bash, \(Invocation.version). To use it: eval "$(satchel completions bash)"
  _satchel() {
    local rest=${COMP_LINE:0:COMP_POINT} word help start
    local -a words=() shown=()
    local -i last=-1
    # Bash also splits words at =, @ and :, and the reply replaces only the last part, which is $2.
    for word in "${COMP_WORDS[@]:0:COMP_CWORD+1}"; do
      if (( last < 0 )) || [[ $rest == [[:space:]]* ]]; then last+=1; fi
      rest=${rest#"${rest%%[![:space:]]*}"}
      words[last]+=${rest:0:${#word}}
      rest=${rest#"$word"}
    done
    words=("${words[@]//[\\"\\'\\\\]/}")
    word=${2//[\\"\\'\\\\]/}
    start=${words[last]%"$word"}
    COMPREPLY=()
    while IFS=$'\\t' read -r word help; do
      case $word in
        :folders|:files)
          # The bash of macOS has no compopt.
          compopt -o filenames 2>/dev/null
          start=${start#--*=}
          help=-f
          if [[ $word == :folders ]]; then help=-d; fi
          while IFS= read -r word; do COMPREPLY+=("${word#"$start"}"); done < <(compgen "$help" -- "$start$2") ;;
        "${words[last]}"*)
          word=${word#"$start"}
          COMPREPLY+=("$word") shown+=("$word${help:+  $help}") ;;
      esac
    done < <(\(complete) "${words[@]:1}" 2>/dev/null)
    # Only a list of choices has explanations: menu-complete and others would insert them.
    if [[ ${COMP_TYPE-} == 63 ]] && (( ${#shown[@]} > 1 )); then COMPREPLY=("${shown[@]}"); fi
  }
  complete -F _satchel satchel

  """

/// The script for zsh: for a file `_satchel` in a folder of `$fpath`, or for `eval`.
private let zsh = """
  #compdef satchel
  # satchel in zsh, \(Invocation.version). To use it, save it as _satchel in a folder of $fpath.
  _satchel() {
    local word help
    local -a found=() shown=()
    while IFS=$'\\t' read -r word help; do
      case $word in
        :folders) compset -P '--*='; _files -/ ;;
        :files) compset -P '--*='; _files ;;
        *) found+=("$word") shown+=("$word${help:+  $help}") ;;
      esac
    done < <(\(complete) "${(@Q)words[2,CURRENT]}" 2>/dev/null)
    compadd -l -d shown -a found
  }
  if [[ $funcstack[1] == _satchel ]]; then _satchel "$@"; elif (( $+functions[compdef] )); then compdef _satchel satchel; fi

  """

/// The script for fish: for `source`, or for a file in fish's folder of completions.
private let fish = """
  # satchel in fish, \(Invocation.version). To use it: satchel completions fish | source
  function _satchel
    set -l current (commandline -ct)
    for line in (\(complete) (commandline -opc)[2..-1] "$current" 2>/dev/null)
      switch $line
        case :folders
          __fish_complete_directories "$current"
        case :files
          set -l option (string match -r -- '^--[^=]*=' "$current"; or echo)
          printf '%s\\n' $option(__fish_complete_path (string replace -r -- '^--[^=]*=' '' "$current"))
        case '*'
          printf '%s\\n' $line
      end
    end
  end
  complete -c satchel -f -k -a '(_satchel)'

  """
