# Completion of plant-store in bash. From 3.2 on: without `compopt` files are offered where nothing else fits.
_plant_store() {
  local word description
  COMPREPLY=()
  while IFS=$'\t' read -r word description; do
    if [[ $word == :files ]]; then return; fi
    COMPREPLY+=("$word")
  done < <("$1" complete -- "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
  compopt +o default 2>/dev/null
}
complete -o default -F _plant_store plant-store
