/** A command that the fence stops, and the path or host that its explanation must name. `~` is the home, `$OUT` a directory outside. */
export type StoppedCommand = readonly [command: string, names: string]

/** Files of the workspace that the commands need, made without the fence. */
export const preparation = `
mkdir -p src && echo 'int main(){return 0;}' > src/main.c && echo 'fn main(){}' > src/main.rs
echo 'public class A {}' > src/A.java
printf 'one\\ntwo\\n' > src/text
tar -cf src/a.tar src/text && zip -q src/a.zip src/text
printf -- '--- a\\n+++ b\\n@@ -1 +1 @@\\n-as it was\\n+changed\\n' > src/p.diff
printf 'install:\\n\\tcp src/text ../outside/made\\nfail:\\n\\tfalse\\n' > Makefile
printf 'cmake_minimum_required(VERSION 3.0)\\nproject(x NONE)\\n' > CMakeLists.txt
printf '{"name":"x","version":"1.0.0","scripts":{"test":"exit 1"}}' > package.json
printf 'import unittest\\nclass T(unittest.TestCase):\\n  def test(self): self.assertEqual(1, 2)\\n' > src/test_x.py
printf 'rule w\\n command = cp $in $out\\nbuild ../outside/ninja-made: w src/text\\n' > build.ninja
touch src/closed && chmod 000 src/closed; touch src/fixed && chmod 444 src/fixed
`

export const stoppedCommands: readonly StoppedCommand[] = [
  // Files outside the workspace.
  ['cp src/text $OUT/copy', '$OUT/copy'],
  ['tee $OUT/tee < /dev/null', '$OUT/tee'],
  ['mkdir $OUT/directory', '$OUT/directory'],
  ['touch $OUT/touched', '$OUT/touched'],
  ['mv src/text $OUT/moved', '$OUT/moved'],
  ['ln -s text $OUT/link', '$OUT/link'],
  ['rm $OUT/victim', '$OUT/victim'],
  ['install -m 644 src/text $OUT/installed', '$OUT/installed'],
  ['dd if=src/text of=$OUT/zero count=1', '$OUT/zero'],
  ['truncate -s 0 $OUT/victim', '$OUT/victim'],
  ['sed -i s/a/b/ $OUT/victim', '$OUT'],
  ['perl -e \'open(my $f, ">", "../outside/perl") or die $!\'', '$OUT/perl'],
  ['tar -xf src/a.tar -C $OUT', '$OUT'],
  ['tar -cf $OUT/o.tar src/text', '$OUT/o.tar'],
  ['zip $OUT/o.zip src/text', '$OUT'],
  ['unzip -o src/a.zip -d $OUT', '$OUT'],
  ['gzip -k $OUT/victim', '$OUT/victim'],
  ['xz -k $OUT/victim', '$OUT/victim'],
  ['patch $OUT/victim src/p.diff', '$OUT'],
  ['chmod 600 $OUT/victim', '$OUT/victim'],
  ['mkfifo $OUT/fifo', '$OUT/fifo'],
  ['split src/text $OUT/part-', '$OUT/part-'],
  ['sort -o $OUT/sorted src/text', '$OUT/sorted'],
  ['python3 -c \'open("../outside/python", "w")\'', '$OUT/python'],
  ['node -e \'require("fs").writeFileSync("../outside/node", "x")\'', '$OUT/node'],
  ["bash -c 'echo x > ../outside/shell'", '$OUT/shell'],
  ['awk \'BEGIN { print "x" > "../outside/awk" }\'', '$OUT/awk'],
  ['git clone -q . $OUT/clone', '$OUT/clone'],
  ['git init -q $OUT/repository', '$OUT/repository'],
  ['git worktree add $OUT/worktree', '$OUT/worktree'],
  ['git archive -o $OUT/git.tar HEAD', '$OUT/git.tar'],
  ['npm pack --pack-destination $OUT', '$OUT'],
  ['python3 -m venv $OUT/venv', '$OUT/venv'],
  ['make install', '$OUT/made'],
  ['ninja', '$OUT/ninja-made'],
  ['cmake -S . -B $OUT/build', '$OUT/build'],
  ['gcc -o $OUT/program src/main.c', '$OUT/program'],
  ['rustc -o $OUT/rust src/main.rs', '$OUT'],
  ['cargo new $OUT/crate', '$OUT/crate'],
  ['javac -d $OUT/classes src/A.java', '$OUT/classes'],
  ["sqlite3 $OUT/data.sqlite 'create table t(x)'", '$OUT/data.sqlite'],
  ['openssl rand -out $OUT/random 8', '$OUT/random'],
  ['bash -c \'printf "w ../outside/ed\\nq\\n" | ed -s src/text\'', '$OUT/ed'],
  ['curl -sS -o $OUT/hostname file:///etc/hostname', '$OUT/hostname'],
  ['wget -q -O $OUT/page http://127.0.0.1:9/', '$OUT/page'],
  ['git config --global user.name x', '~/.gitconfig'],
  ['tee -a ~/.bashrc < /dev/null', '~/.bashrc'],

  // Settings in the workspace that run code later.
  ['git config user.name x', '.git/config'],
  ['git remote add origin https://example.com/x', '.git/config'],
  ["bash -c 'echo x >> .git/hooks/pre-commit'", '.git/hooks'],
  ['tee .vscode/settings.json < /dev/null', '.vscode'],
  ['sed -i s/a/b/ CLAUDE.md', 'CLAUDE.md'],
  ['rm .mcp.json', '.mcp.json'],
  ['mv .github old', '.github'],
  ['rm -rf .vscode', '.vscode'],

  // Secrets.
  ['cat ~/.ssh/id_ed25519', '~/.ssh'],
  ['cat .env', '/.env'],
  ['grep TOKEN .env', '/.env'],
  ['python3 -c \'print(open(".env").read())\'', '/.env'],
  ['node -e \'require("fs").readFileSync(".env")\'', '/.env'],
  ['ssh-keygen -y -f ~/.ssh/id_ed25519', '~/.ssh'],
  ['cp ~/.aws/credentials .', '~/.aws'],
  ['tar -cf home.tar -C ~ .ssh', '~/.ssh'],
  ['head -c 5 packages/app/.env.local', '.env.local'],
  ['openssl dgst .env', '/.env'],
  ['bash -c ". ./.env"', '/.env'],
  ['ls ~/.ssh', '~/.ssh'],
  ['wc -c ~/.netrc', '~/.netrc'],

  // Hosts.
  ['curl -sS https://example.com/', 'example.com:443'],
  ['curl -sSf http://example.com:8080/', 'example.com:8080'],
  ['wget -q -O - https://example.com/', 'example.com'],
  ['git clone -q https://git.example.com/x copy', 'git.example.com'],
  ['git ls-remote git@git.example.com:x/y', 'git.example.com'],
  ['git ls-remote ssh://git@git.example.com/x/y', 'git.example.com'],
  ['npm view left-pad --fetch-retries=0', 'registry.npmjs.org'],
  ['pip download --retries 0 --no-cache-dir requests', 'pypi.org'],
  ['python3 -c \'import urllib.request as u; u.urlopen("https://example.com")\'', 'example.com'],
  ['python3 -c \'import socket; socket.create_connection(("db.example.com", 5432))\'', 'db.example.com:5432'],
  ['node -e \'fetch("https://example.com").catch(e => { console.error(e); process.exit(1) })\'', 'example.com'],
  ['ssh -o BatchMode=yes dev@host.example.com', 'host.example.com'],
  ['scp -B src/text dev@host.example.com:x', 'host.example.com'],
  ['sftp -b src/text dev@host.example.com', 'host.example.com'],
  ["psql -h db.example.com -U dev -c 'select 1'", 'db.example.com'],
  ["psql -h 127.0.0.1 -p $TCP -U dev -c 'select 1'", '127.0.0.1:$TCP'],
  ['curl -sS http://localhost:$TCP/', 'localhost:$TCP'],
  ['curl -sS --unix-socket $SOCK http://x/', '$SOCK'],
  ['docker -H unix://$SOCK ps', '$SOCK'],
  ['docker -H tcp://203.0.113.5:2375 ps', '203.0.113.5'],
  ['kubectl --server https://203.0.113.5:6443 --token x get pods', '203.0.113.5'],
  ['openssl s_client -connect example.com:443', 'example.com'],
  ["bash -c 'echo x > /dev/tcp/203.0.113.5/80'", '203.0.113.5'],
  ['perl -MIO::Socket::INET -e \'IO::Socket::INET->new("203.0.113.5:80") or die $@\'', '203.0.113.5'],
  ['tmux -S $TMUX_SOCKET run-shell true', '$TMUX_SOCKET'],

  // Variables and rights.
  ['bash -c \'test -n "$GITHUB_TOKEN"\'', 'GITHUB_TOKEN'],
  ["node -e 'if (process.env.DATABASE_URL === undefined) process.exit(1)'", 'DATABASE_URL'],
  ['python3 -c \'import os; os.environ["GITHUB_TOKEN"]\'', 'GITHUB_TOKEN'],
  ['strace true', 'tracing processes'],
  ['unshare -r true', 'new namespaces'],
]
