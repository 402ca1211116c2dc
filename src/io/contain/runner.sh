#!@bash@ -p
# Sallyport's runner: starts one contained call in its fence. `RUNNER TICKET; exit; ORIGINAL` is how a client runs a call that
# the fence allowed; the original text behind `exit` never runs. Everything that runs here comes from the plan of the ticket,
# whose digest is the ticket's name. Any doubt ends with one sentence and exit 126. `-p` makes bash ignore most variables that
# change how it works, and the first lines take the rest.
set +o posix
FUNCNEST=0
# Bash closes the descriptor that this variable names when it is unset, and that may be standard output.
if [[ -v BASH_XTRACEFD ]]; then
  exec 7<&0 8>&1 9>&2
  unset -v BASH_XTRACEFD
  exec 0<&7 1>&8 2>&9
fi
# INVARIANT: from here on no variable has a value from outside. The environment waits in `given` for the command.
mapfile -t -d '' sallyport_entries < /proc/$$/environ
sallyport_stuck=()
for sallyport_entry in "${sallyport_entries[@]}"; do
  # Bash evaluates what looks like an index, so only a plain name is unset. It passes on what it cannot unset; `env` removes that.
  if [[ $sallyport_entry =~ ^([A-Za-z_][A-Za-z_0-9]*)= ]]; then
    [[ ${BASH_REMATCH[1]} == sallyport_@(entries|stuck|entry) ]] && continue
    unset -v "${BASH_REMATCH[1]}" 2> /dev/null || sallyport_stuck+=(-u "${BASH_REMATCH[1]}")
  elif [[ $sallyport_entry == ?*=* ]]; then
    sallyport_stuck+=(-u "${sallyport_entry%%=*}")
  fi
done
unset -v sallyport_entry given
declare -A given=()
for sallyport_entry in "${sallyport_entries[@]}"; do
  [[ $sallyport_entry =~ ^([A-Za-z_][A-Za-z_0-9]*)=(.*)$ ]] && given[${BASH_REMATCH[1]}]=${BASH_REMATCH[2]}
done

main() {
  check "$@"
  claim
  [[ -d /dev/fd/0 ]] && exec < /dev/null
  run
}

refuse() {
  printf 'sallyport: %s\n' "$1" >&2
  exit 126
}

check() {
  local at=2 now n sum
  ticket=$1 directory=@tickets@/$1
  [[ $# -eq 1 && $ticket =~ ^[0123456789abcdef]{32}$ ]] || refuse 'this is not a ticket'
  [[ -d $directory && ! -L $directory && -O $directory && -f $directory/plan && ! -L $directory/plan && -O $directory/plan ]] ||
    refuse 'there is no such ticket; make the call again'
  close_descriptors
  mapfile -t -d '' plan < "$directory/plan"
  sum=$(printf '%s\0' "${plan[@]}" | exec -c @sha256sum@)
  [[ ${sum:0:32} == "$ticket" && ${plan[0]} == 'sallyport ticket 1' ]] || refuse 'the ticket was changed after it was made'
  # The plan is a list of fields. A field that is a list has its length in front.
  local expires=${plan[at++]} cwd=${plan[at++]}
  filter=${plan[at++]} finishes=${plan[at++]} client=${plan[at++]}
  local bound
  take bound; take names; take sockets; take layers; take words; take command; take finish
  printf -v now '%(%s)T' -1
  (( now < expires )) || refuse 'the ticket has expired; make the call again'
  { cd -P . && [[ $PWD == "$cwd" ]]; } || refuse "the ticket is for the directory $cwd; make the call again"
  # Variables in which the client tells its shell which call this is.
  for (( n = 0; n < ${#bound[@]}; n += 2 )); do
    [[ ${given[${bound[n]}]-${bound[n + 1]}} == "${bound[n + 1]}" ]] || refuse 'the ticket is for another call'
  done
  # Inside the sandbox of Codex, Sallyport's own files are read-only, and no second sandbox with a network of its own starts.
  [[ $client != codex || ${given[CODEX_SANDBOX_NETWORK_DISABLED]-} != 1 ]] ||
    refuse 'a contained call cannot run in the sandbox of Codex; ask the person'
}

take() {
  local -n list=$1
  local length=${plan[at++]}
  list=("${plan[@]:at:length}")
  at=$(( at + length ))
}

# A descriptor of a directory, or of a file outside, would lead past every mount. Bash has read all that it needs of this script.
close_descriptors() {
  local one
  for one in /proc/self/fd/*; do
    one=${one##*/}
    (( one > 2 )) && eval "exec $one>&-"
  done
}

# Of all that start with this ticket, exactly one creates the file. It names this process, so that Sallyport sees when it ends.
claim() {
  local stat boot fields
  read -r stat < /proc/$$/stat
  fields=(${stat##*) })
  read -r boot < /proc/sys/kernel/random/boot_id
  set -C
  if ! { printf '%s %s %s\n' "$$" "${fields[19]}" "$boot" > "$directory/taken"; } 2> /dev/null; then
    [[ -e $directory/taken ]] && refuse 'the ticket was used already; make the call again'
    refuse "the ticket cannot be used here, because $directory is read-only"
  fi
  set +C
}

# The words that start the sandbox, without those of the command.
sandbox_words() {
  local last path
  for (( last = ${#words[@]} - 1; last >= 0; last -= 1 )); do [[ ${words[last]} == -- ]] && break; done
  (( last > 0 )) || refuse 'the plan has no sandbox'
  sandbox=("${words[@]:0:last}") covered=()
  # A socket that was removed meanwhile cannot be covered, and needs no cover.
  for path in "${sockets[@]}"; do
    [[ -e $path ]] && covered+=("$path") sandbox+=(--ro-bind /dev/null "$path")
  done
  sandbox+=("${words[@]:last}")
}

# Becomes a program that gets the variables which the plan names, and no others.
start() {
  (( ${#sallyport_stuck[@]} > 0 )) && set -- @env@ "${sallyport_stuck[@]}" -- "$@"
  export -n PWD OLDPWD SHLVL
  for sallyport_entry in "${names[@]}"; do
    [[ -n ${given[$sallyport_entry]+set} ]] && export "$sallyport_entry=${given[$sallyport_entry]}"
  done 2> /dev/null
  exec "$@"
}

run() {
  local ignored=0 signals= one value status=126 stopping= interrupted= tries=0
  while read -r one value; do [[ $one == SigIgn: ]] && ignored=$(( 16#$value )); done < /proc/$$/status
  for one in 1:HUP 2:INT 3:QUIT 15:TERM; do
    (( ignored >> (${one%%:*} - 1) & 1 )) || signals+=,${one#*:}
  done
  printf "$filter" > "$directory/filter"
  until run_once; do
    [[ -n $stopping || $status -gt 128 ]] && exit "$status"
    [[ -z $interrupted ]] && (( ++tries < 50 )) && lost_socket ||
      refuse 'the sandbox could not be set up, so the command did not run'
  done
  needs_finish && exec -c "${finish[@]}" "$ticket" "$status"
  # A shell that waits for this one must see that the command was interrupted.
  [[ -n $interrupted && $status == 130 ]] && trap - INT && kill -INT $$
  exit "$status"
}

# Fails if the sandbox could not be set up; then the command did not run.
run_once() {
  local pid woken=1 ended
  sandbox_words
  # A signal of the client reaches the command, because it goes to the whole process group. The sandbox around the command must
  # not end before the command does.
  trap '' HUP INT QUIT TERM
  start "${sandbox[@]}" @env@ ${signals:+--default-signal=${signals:1}} "${command[@]}" \
    <&0 3< "$directory/filter" 4> "$directory/status" &
  pid=$!
  trap 'woken=1 interrupted=1' INT
  trap 'woken=1 stopping=1' HUP TERM
  while [[ -n $woken ]]; do
    woken=
    [[ -n $stopping ]] && stop "$pid"
    wait "$pid"
    status=$?
    (( status <= 128 )) && break
  done
  trap '' HUP INT QUIT TERM
  mapfile ended < "$directory/status"
  [[ ${ended[*]} == *'"exit-code"'* ]]
}

# A socket that disappears between its check and its cover stops the sandbox; another try does without it.
lost_socket() {
  local path
  for path in "${covered[@]}"; do [[ -e $path ]] || return 0; done
  return 1
}

# After a moment for its own end, the command is killed with everything that it started.
stop() {
  local turns pause
  exec {pause}<> <(:)
  for (( turns = 0; turns < 40; turns += 1 )); do
    kill -0 "$1" 2> /dev/null || break
    read -r -t 0.05 -u "$pause"
  done
  exec {pause}<&-
  kill -KILL "$1" 2> /dev/null
}

# Most commands change nothing in their overlay; then there is nothing to judge.
needs_finish() {
  [[ $finishes == always ]] && return 0
  local layer entries
  shopt -s nullglob dotglob
  for layer in "${layers[@]}"; do
    entries=("$layer"/*)
    (( ${#entries[@]} > 0 )) && return 0
  done
  return 1
}

main "$@"
exit 126
