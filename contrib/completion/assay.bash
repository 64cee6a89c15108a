# Completion for bash: source this file, or put it under the name `assay` into bash-completion's folder.
# Commands, options and their choices are what the tool says of itself, so that they are those of the version in use.

# The lines of options of a command: "-m,--data-model 64|32=64".
_assay_options() { "$1" "$2" --help 2>/dev/null | sed -n 's/^  \(-[^ ]*\( [^ ][^ ]*\)\{0,1\}\).*/\1/p'; }

# What an option may be, one a line: choices, and nothing where it is a file or a number.
_assay_values() {
  if [[ $3 == -p || $3 == --property ]]; then
    printf '%s\n' unreach-call assert no-overflow division-by-zero valid-deref valid-free valid-memtrack valid-memcleanup \
      termination no-data-race no-deadlock bounds uninit memsafety
    return
  fi
  local names value
  while read -r names value; do
    [[ ",$names," == *",$3,"* ]] || continue
    [[ $value == *'|'* && ! ${value%%|*} =~ ^[A-Z]+$ ]] && tr '|' '\n' <<<"${value%=*}"
    return
  done < <(_assay_options "$1" "$2")
}

_assay() {
  local tool=${COMP_WORDS[0]} current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]} command="" words="" i
  local commands
  commands=$("$tool" --help 2>/dev/null | sed -n '/^Subcommands:/,/^$/s/^  \([a-z][a-z]*\) .*/\1/p')
  for ((i = 1; i < COMP_CWORD; i++)); do
    [[ $'\n'$commands$'\n' == *$'\n'${COMP_WORDS[i]}$'\n'* ]] && command=${COMP_WORDS[i]} && break
  done
  COMPREPLY=()
  # "--engine=ki" is three words for bash, or one.
  if [[ $current == --*=* ]]; then
    previous=${current%%=*} current=${current#*=}
  elif [[ $current == = ]]; then
    current=""
  elif [[ $previous == = ]]; then
    previous=${COMP_WORDS[COMP_CWORD - 2]}
  fi
  if [[ $previous == -* ]]; then
    words=$(_assay_values "$tool" "${command:-check}" "$previous")
  fi
  if [[ -z $words && $current == -* ]]; then
    words=$(_assay_options "$tool" "${command:-check}" | cut -d' ' -f1 | tr ',' '\n')
  elif [[ -z $words && -z $command && $COMP_CWORD -eq 1 ]]; then
    words=$commands
  fi
  mapfile -t COMPREPLY < <(compgen -W "$words" -- "$current")
  if [[ ${#COMPREPLY[@]} -eq 0 || $previous == -p || $previous == --property || $COMP_CWORD -eq 1 ]]; then
    local files
    mapfile -t files < <(compgen -f -- "$current")
    COMPREPLY+=("${files[@]}")
  fi
}

complete -o filenames -F _assay assay
