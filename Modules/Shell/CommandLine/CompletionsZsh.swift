extension Invocation {
  /// For a file `_satchel` in a folder of `$fpath`, or `eval`.
  static var zsh: String {
    func words(_ words: String) -> String { "compadd -- \(words)" }
    let values = valueCases(
      { words($0) + "; return" }, folder: "_files -/; return", file: "_files; return",
      server: "_satchel_items '\(listServers)'; return")
    let operands = operandBranches(words: words, items: { "_satchel_items '\($0)'" })
    return """
      #compdef satchel
      # satchel in zsh, \(version). To use it, save it as _satchel in a folder of $fpath.
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
        if [[ $cur == -* ]]; then
          case $command in
      \(optionCases(words))
          esac
          return
        fi
        case $command:$first in
          :)
            compadd -- \(commandNames)
            if [[ -z $named ]]; then _satchel_items '\(listServers)'; fi ;;
      \(operands)
        esac
      }
      if [[ $funcstack[1] == _satchel ]]; then _satchel "$@"; elif (( $+functions[compdef] )); then compdef _satchel satchel; fi

      """
  }
}
