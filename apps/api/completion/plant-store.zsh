#compdef plant-store
# Completion of plant-store in zsh: sourced after compinit, or as the file _plant-store in a directory of fpath.
_plant_store() {
  local line
  local -a candidates
  for line in "${(@f)$("$words[1]" complete -- "${(@)words[2,CURRENT]}" 2>/dev/null)}"; do
    if [[ $line == :files ]]; then
      compset -P '*='
      _files
      return
    fi
    [[ -n $line ]] && candidates+=("${${line//:/\\:}/$'\t'/:}")
  done
  _describe plant-store candidates
}
if [[ $funcstack[1] == _plant-store ]]; then
  _plant_store
else
  compdef _plant_store plant-store
fi
