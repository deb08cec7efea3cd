extension Invocation {
  /// For `eval`, or a file in bash-completion's folder.
  static var bash: String {
    func words(_ words: String) -> String { #"COMPREPLY=($(compgen -W '\#(words)' -- "$cur"))"# }
    let values = valueCases(
      { words($0) + "; return" }, folder: #"COMPREPLY=($(compgen -d -- "$cur")); return"#,
      file: #"COMPREPLY=($(compgen -f -- "$cur")); return"#, server: #"_satchel_servers "$cur"; return"#)
    let operands = operandBranches(
      words: words,
      items: { $0 == listServers ? #"_satchel_servers "$cur""# : #"_satchel_items "$cur" '\#($0)'"# })
    return """
      # satchel in bash, \(version). To use it: eval "$(satchel completions bash)"
      _satchel_items() {
        local cur=$1 list=$2 id title
        local -a ids=() shown=()
        while IFS=$'\\t' read -r id title; do
          # A server may call its items whatever it likes: what a shell could read as more than a word is typed.
          [[ $id == "$cur"* && $id == [[:alnum:]_]* && $id != *[![:alnum:]._-]* ]] || continue
          ids+=("$id") shown+=("$id  ${title//$'\\t'/ }")
        done < <(eval "$list")
        # Titles explain where there is a choice that is only shown: all else may insert them, as menu-complete does.
        if [[ ${COMP_TYPE-} == 63 ]] && (( ${#ids[@]} > 1 )); then ids=("${shown[@]}"); fi
        COMPREPLY+=("${ids[@]}")
      }
      _satchel_servers() {
        local name
        while IFS=$'\\t' read -r name _; do
          if [[ $name == "$1"* ]]; then COMPREPLY+=("$name"); fi
        done < <(\(listServers))
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
        if [[ $cur == -* ]]; then
          case $command in
      \(optionCases(words))
          esac
          return
        fi
        case $command:$first in
          :)
            \(words(commandNames))
            if [[ -z $named ]]; then _satchel_servers "$cur"; fi ;;
      \(operands)
        esac
      }
      complete -F _satchel satchel

      """
  }
}
