#!/bin/bash
# A program that Sallyport does not know. It tells what it can do where it runs.
echo "ran $*"
case $1 in
  probe)
    echo inside > probed.txt && echo 'project: written'
    { echo x > "${0%/*}/../outside.txt"; } 2> /dev/null && echo 'outside: written'
    { cat "$HOME/.ssh/id_ed25519"; } 2> /dev/null && echo 'secret: read'
    for port in 8701 8702 8703 8704; do
      (exec 3<> "/dev/tcp/127.0.0.1/$port") 2> /dev/null && echo "network: reached $port"
    done
    env | grep -aE '^[^=]*(KEY|TOKEN|SECRET)[^=]*=' | sed 's/=.*/: in the environment/'
    echo 'an error' >&2
    exit 7
    ;;
  digest) sha256sum | cut -c 1-64 ;;
  words) shift; printf '<%s>' "$@"; echo ;;
  upper) tr a-z A-Z ;;
  lines) seq "$2"; echo "$2" > "lines-$2.txt" ;;
  save) echo x > "$2" ;;
  make) echo made > "$2" ;;
  later) sleep 1; echo made > "$2" ;;
  where) pwd -P ;;
  # Two processes that ignore a polite request to end; one of them also left its session.
  hang) trap '' TERM; setsid sleep "$2" & sleep "$2" ;;
esac
