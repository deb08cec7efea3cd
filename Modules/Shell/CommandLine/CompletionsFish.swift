extension Invocation {
  /// For `source`, or a file in fish's folder of completions.
  static var fish: String {
    let commands = CommandEntry.all.map { command in
      "complete -c satchel -n _satchel_at -a \(command.name) -d \(quoted(command.help))"
    }
    let servers = "complete -c satchel -k -n __fish_use_subcommand -a \(quoted("(\(listServers))"))"
    let words = CommandEntry.all.flatMap { command -> [String] in
      let first = "'_satchel_at \(command.name)'"
      return command.words.map { "complete -c satchel -n \(first) -a \($0.text)" }
        + (command.items.map { ["complete -c satchel -k -n \(first) -a \(saved($0))"] } ?? [])
        + command.words.compactMap { word in
          word.items.map {
            "complete -c satchel -k -n '_satchel_at \(command.name) \(word.text)' -a \(saved($0))"
          }
        }
    }
    let options = Option.all.map { option in
      let owners = Command.owners.first { $0.option == option.name }?.owners
      let condition = owners.map { " -n '__fish_seen_subcommand_from \($0.joined(separator: " "))'" } ?? ""
      let letter = option.letter.map { " -s \($0.dropFirst())" } ?? ""
      let value =
        option.value == nil
        ? ""
        : option.values.map { " -x -a '\($0.joined(separator: " "))'" }
          ?? [
            "DIR": " -x -a '(__fish_complete_directories)'", "FILE": " -r -F", "URL": " -x -a '(\(listServers))'",
          ][option.value ?? "", default: " -x"]
      return "complete -c satchel\(condition)\(letter) -l \(option.name.dropFirst(2))\(value)"
        + " -d \(quoted(option.help.joined(separator: " ")))"
    }
    return """
      # satchel in fish, \(version). To use it: satchel completions fish | source
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

  /// What is saved of a list. A server may call its items whatever it likes: what a shell could read as more than a word
  /// is typed.
  private static func saved(_ items: CommandEntry.Items) -> String {
    quoted("(\(list(items)) | string match -r -- '^[A-Za-z0-9_@][A-Za-z0-9._@-]*(?=\\t|$).*')")
  }

  private static func quoted(_ text: String) -> String {
    "'" + text.replacing("\\", with: "\\\\").replacing("'", with: "\\'") + "'"
  }
}

extension CommandEntry {
  /// What it does, in a line.
  fileprivate var help: String { usages.first { !$0.help.isEmpty }?.help.joined(separator: " ") ?? "" }
}
