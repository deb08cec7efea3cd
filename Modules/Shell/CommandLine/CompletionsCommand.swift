import Settings

extension Command {
  /// Prints a script that completes commands in a shell.
  static let completions = Command(
    name: "completions",
    usages: ["completions bash|zsh|fish": "print what completes commands in a shell"],
    words: Shell.allCases.map { ($0.rawValue, nil) }, isAlwaysThere: true
  ) { words, _ throws(UsageError) in
    let names = Shell.allCases.map(\.rawValue)
    guard let word = words.arguments.first, words.arguments.count == 1 else {
      throw UsageError("completions needs one shell: \(names.joined(separator: ", "))")
    }
    guard let shell = Shell(rawValue: word) else {
      throw UsageError(
        "completions are for \(names.joined(separator: ", ")), not \(word)\(suggestion(for: word, in: names))")
    }
    return Action(needsDatabases: false) { run in
      try run.output.write(Invocation.completions(for: shell))
      return .shown
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

extension Invocation {
  /// Returns a script that completes commands in a shell, made from the tables of commands, options and settings. It
  /// completes IDs and shows their titles from saved data, without asking the server.
  public static func completions(for shell: Shell) -> String {
    switch shell {
    case .bash: bash
    case .zsh: zsh
    case .fish: fish
    }
  }
}

/// The script for bash: for `eval`, or for a file in bash-completion's folder.
private var bash: String {
  func words(_ words: String) -> String { #"COMPREPLY=($(compgen -W '\#(words)' -- "$cur"))"# }
  func items(_ items: Command.Items) -> String { #"_satchel_items "$cur" '\#(items.listing)'"# }
  let values = valueBranches(
    words, folder: #"COMPREPLY=($(compgen -d -- "$cur"))"#, file: #"COMPREPLY=($(compgen -f -- "$cur"))"#, items: items)
  return """
    # satchel in bash, \(Invocation.version). To use it: eval "$(satchel completions bash)"
    _satchel_items() {
      local cur=$1 list=$2 id title
      local -a ids=() shown=()
      while IFS=$'\\t' read -r id title; do
        # A server may call its items whatever it likes: what a shell could read as more than a word is typed.
        [[ $id == "$cur"* && $id == [[:alnum:]_@]* && $id != *[![:alnum:]._@-]* ]] || continue
        ids+=("$id") shown+=("$id  ${title//$'\\t'/ }")
      done < <(eval "$list")
      # Titles explain where there is a choice that is only shown: all else may insert them, as menu-complete does.
      if [[ ${COMP_TYPE-} == 63 ]] && (( ${#ids[@]} > 1 )); then ids=("${shown[@]}"); fi
      COMPREPLY+=("${ids[@]}")
    }
    _satchel() {
      local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]} command= first= named= i word
      COMPREPLY=()
      # In bash --name=value are three words.
      if [[ $prev == = ]]; then prev=${COMP_WORDS[COMP_CWORD-2]}; elif [[ $cur == = ]]; then prev=$prev cur=; fi
      # And @name are two, mostly, but what is put in takes the place of both.
      if [[ $prev == @ ]]; then cur=@$cur prev=${COMP_WORDS[COMP_CWORD-2]}; fi
      case $prev in
    \(values)
        \(valuePattern)) return ;;
      esac
      for ((i = 1; i < COMP_CWORD; i++)); do
        word=${COMP_WORDS[i]}
        case $word in
          \(valuePattern)) if [[ ${COMP_WORDS[i+1]} == = ]]; then ((i += 2)); else ((i++)); fi ;;
          -*) ;;
          @) if [[ -z $command ]] && ((++i < COMP_CWORD)); then named=1; fi ;;
          @*) if [[ -z $command ]]; then named=1; elif [[ -z $first ]]; then first=$word; else first=$first:; fi ;;
          *) if [[ -z $command ]]; then command=$word; elif [[ -z $first ]]; then first=$word; else first=$first:; fi ;;
        esac
      done
    \(wordBranches(words, items: items))
    }
    complete -F _satchel satchel

    """
}

/// The script for zsh: for a file `_satchel` in a folder of `$fpath`, or for `eval`.
private var zsh: String {
  func words(_ words: String) -> String { "compadd -- \(words)" }
  func items(_ items: Command.Items) -> String { "_satchel_items '\(items.listing)'" }
  let values = valueBranches(words, folder: "_files -/", file: "_files", items: items)
  return """
    #compdef satchel
    # satchel in zsh, \(Invocation.version). To use it, save it as _satchel in a folder of $fpath.
    _satchel_items() {
      local id title
      local -a ids=() shown=()
      while IFS=$'\\t' read -r id title; do
        # A server may call its items whatever it likes: what a shell could read as more than a word is typed.
        [[ $id == [[:alnum:]_@]* && $id != *[^[:alnum:]._@-]* ]] || continue
        ids+=("$id") shown+=("$id  ${title//$'\\t'/ }")
      done < <(eval "$1")
      compadd -l -d shown -a ids
    }
    _satchel() {
      local cur=${words[CURRENT]} prev=${words[CURRENT-1]} command= first= named= i word
      if [[ $cur == --*=* ]]; then
        prev=${cur%%=*}
        compset -P '*='
      fi
      case $prev in
    \(values)
        \(valuePattern)) return ;;
      esac
      for ((i = 2; i < CURRENT; i++)); do
        word=${words[i]}
        case $word in
          \(valuePattern)) ((i++)) ;;
          -*) ;;
          *) if [[ -z $command && $word == @* ]]; then named=1; elif [[ -z $command ]]; then command=$word; elif [[ -z $first ]]; then first=$word; else first=$first:; fi ;;
        esac
      done
    \(wordBranches(words, items: items))
    }
    if [[ $funcstack[1] == _satchel ]]; then _satchel "$@"; elif (( $+functions[compdef] )); then compdef _satchel satchel; fi

    """
}

/// The script for fish: for `source`, or for a file in fish's folder of completions.
private var fish: String {
  let commands = Command.all.map { command in
    let help = command.usages.map(\.value).first { !$0.isEmpty }?.replacing("\n", with: " ") ?? ""
    return "complete -c satchel -n _satchel_at -a \(command.name) -d \(quoted(help))"
  }
  let servers = "complete -c satchel -k -n __fish_use_subcommand -a \(quoted("(\(Command.Items.servers.listing))"))"
  let words = Command.all.flatMap { command in
    func items(_ items: Command.Items?, at words: String) -> [String] {
      // IDs come from a server: those that a shell could read as more than one word are not completed.
      let plain = "string match -r -- '^[A-Za-z0-9_@][A-Za-z0-9._@-]*(?=\\t|$).*'"
      return items.map {
        ["complete -c satchel -k -n '_satchel_at \(words)' -a \(quoted("(\($0.listing) | \(plain))"))"]
      } ?? []
    }
    return command.words.map { "complete -c satchel -n '_satchel_at \(command.name)' -a \($0.text)" }
      + items(command.items, at: command.name)
      + command.words.flatMap { items($0.items, at: "\(command.name) \($0.text)") }
  }
  let values = [
    "DIR": "-x -a '(__fish_complete_directories)'", "FILE": "-r -F",
    "URL": "-x -a '(\(Command.Items.servers.listing))'",
  ]
  let options = Option.all.map { option in
    let owners = option.commands.joined(separator: " ")
    let condition = owners.isEmpty ? "" : " -n '__fish_seen_subcommand_from \(owners)'"
    let letter = option.letter.map { " -s \($0.dropFirst())" } ?? ""
    let value = option.value.map {
      " " + (option.values.map { "-x -a '\($0.joined(separator: " "))'" } ?? values[$0] ?? "-x")
    }
    return "complete -c satchel\(condition)\(letter) -l \(option.name.dropFirst(2))\(value ?? "")"
      + " -d \(quoted(option.help.joined(separator: " ")))"
  }
  return """
    # satchel in fish, \(Invocation.version). To use it: satchel completions fish | source
    function _satchel_at
      # Whether the words before the cursor, without options and their values, are these.
      set -l words
      set -l skip 0
      for word in (commandline -opc)[2..-1]
        if test $skip = 1
          set skip 0
        else if contains -- $word \(valuePattern.replacing("|", with: " "))
          set skip 1
        else if not string match -q -- '-*' $word
          # The server stands before the command.
          test "$words" = '' && string match -q -- '@*' $word || set -a words $word
        end
      end
      test "$words" = "$argv"
    end
    complete -c satchel -f
    \((commands + [servers] + words + options).joined(separator: "\n"))

    """
}

private func quoted(_ text: String) -> String {
  "'" + text.replacing("\\", with: "\\\\").replacing("'", with: "\\'") + "'"
}

extension Command.Items {
  /// The shell command that prints the saved items, a line each: an ID, a tab and a title. For servers: `@` and the
  /// name, a tab and the address.
  fileprivate var listing: String {
    switch self {
    case .servers: "satchel config servers 2>/dev/null"
    case .todos: "satchel todos --offline --quiet 2>/dev/null"
    case .posts, .comics: "satchel \(rawValue) --offline --quiet --limit 10000 2>/dev/null"
    }
  }
}

extension Option {
  /// The names of the option, as a pattern of `case`.
  fileprivate var pattern: String { (letter.map { "\($0)|" } ?? "") + name }
}

/// The options with a value, as a pattern of `case`.
private var valuePattern: String { Option.all.filter { $0.value != nil }.map(\.pattern).joined(separator: "|") }

/// Returns branches of `case` for the options with known values.
private func valueBranches(
  _ complete: (_ values: String) -> String, folder: String, file: String, items list: (_ items: Command.Items) -> String
) -> String {
  Option.all.compactMap { option in
    let others = ["DIR": folder, "FILE": file, "URL": list(.servers)]
    let branch = option.values.map { complete($0.joined(separator: " ")) } ?? option.value.flatMap { others[$0] }
    return branch.map { "    \(option.pattern)) \($0); return ;;" }
  }.joined(separator: "\n")
}

/// Returns the branches for the word at the cursor: options of the command, commands, or the words after a command.
private func wordBranches(
  _ complete: (_ words: String) -> String, items list: (_ items: Command.Items) -> String
) -> String {
  """
    if [[ $cur == -* ]]; then
      case $command in
  \(optionBranches(complete))
      esac
      return
    fi
    case $command:$first in
      :)
        \(complete(Command.all.map(\.name).joined(separator: " ")))
        if [[ -z $named ]]; then \(list(.servers)); fi ;;
  \(operandBranches(complete, items: list))
    esac
  """
}

/// Returns branches of `case` for the commands with options of their own, and one for all others.
private func optionBranches(_ complete: (_ options: String) -> String) -> String {
  let owners = Command.all.filter { !$0.options.isEmpty }
  return (owners.map { ($0.name, $0.options) } + [("*", [])]).map { name, own in
    let options = Option.all.filter { own.contains($0) || $0.commands.isEmpty }
    return "      \(name)) \(complete(options.map(\.name).joined(separator: " "))) ;;"
  }.joined(separator: "\n")
}

/// Returns branches of `case` for the command and the word after it.
private func operandBranches(
  _ complete: (_ words: String) -> String, items list: (_ items: Command.Items) -> String
) -> String {
  func branch(_ pattern: String, _ words: [String], _ items: Command.Items?) -> [String] {
    let parts = (words.isEmpty ? [] : [complete(words.joined(separator: " "))]) + (items.map { [list($0)] } ?? [])
    return parts.isEmpty ? [] : ["    \(pattern)) \(parts.joined(separator: "; ")) ;;"]
  }
  return Command.all.flatMap { command in
    branch("\(command.name):", command.words.map(\.text), command.items)
      + command.words.flatMap { branch("\(command.name):\($0.text)", [], $0.items) }
  }.joined(separator: "\n")
}
