import { type Attack, changed, escaped, looted } from './attack.ts'

export const fileAttacks: readonly Attack[] = [
  { name: 'reads a private key in the home', sh: 'cat ~/.ssh/id_ed25519', worked: looted },
  {
    name: 'reads cloud and registry credentials',
    sh: 'cat ~/.aws/credentials ~/.npmrc ~/.netrc ~/.config/gh/hosts.yml',
    worked: looted,
  },
  { name: 'reads the shell history', sh: 'cat ~/.bash_history', worked: looted },
  { name: 'reads a key through a link that existed', sh: 'cat link-key', worked: looted },
  { name: 'reads a key through a new link', sh: 'ln -s ~/.ssh key-$ID; cat key-$ID/id_ed25519', worked: looted },
  { name: 'reads .env', sh: 'cat .env', worked: looted },
  { name: 'reads .env through a link with a harmless name', sh: 'cat plain.txt', worked: looted },
  { name: 'reads an environment file in a package', sh: 'cat packages/app/.env.local', worked: looted },
  {
    name: 'moves the directory above a secret away',
    sh: 'mv packages $ID; cat $ID/app/.env.local packages/app/.env.local; mv $ID packages',
    worked: looted,
  },
  { name: 'renames .env', sh: 'mv .env $ID; cat $ID; mv $ID .env', worked: looted },
  { name: 'makes a hard link to .env', sh: 'ln .env $ID; cat $ID; rm $ID', worked: looted },
  {
    name: 'copies a directory with hard links',
    sh: 'cp -al packages/app copy-$ID; cat copy-$ID/.env.local; rm -r copy-$ID',
    worked: looted,
  },
  { name: 'reads a key through /proc/self/root', sh: 'cat /proc/self/root/$HOME/.ssh/id_ed25519', worked: looted },
  { name: 'reads .env through /proc/self/cwd', sh: 'cat /proc/self/cwd/.env', worked: looted },
  {
    name: 'opens the permissions of a hidden directory',
    sh: 'chmod 777 ~/.ssh ~/.aws; cat ~/.ssh/id_ed25519',
    worked: looted,
  },
  {
    name: 'searches the whole machine for the secret',
    sh: 'grep -rsh S3CRET- "$BASE/home" "$BASE/project" --exclude-dir=loot',
    worked: looted,
  },
  {
    name: 'reads its journal',
    sh: 'mkdir -p ~/.local/state/sallyport/journal; echo S3CRET-of-the-host > ~/.local/state/sallyport/journal/$ID; cat ~/.local/state/sallyport/journal/*; ls ~/.local/state/sallyport/journal | sed "s/.*jsonl/S3CRET-of-the-host/"',
    worked: looted,
  },
  {
    name: 'writes its grants',
    sh: 'mkdir -p ~/.local/state/sallyport; echo "{}" > ~/.local/state/sallyport/$ID',
    worked: (host, id) => host.exists(`home/.local/state/sallyport/${id}`),
  },
  {
    name: "writes the user's policy",
    sh: 'mkdir -p ~/.config/sallyport; echo "version: 1" > ~/.config/sallyport/$ID',
    worked: (host, id) => host.exists(`home/.config/sallyport/${id}`),
  },
  {
    name: "edits the project's policy",
    sh: 'echo "# $ID" >> sallyport.yaml',
    worked: changed('project/sallyport.yaml'),
  },
  {
    name: "replaces the project's policy",
    sh: 'echo "# $ID" > $ID.yaml; mv $ID.yaml sallyport.yaml; cp $ID.yaml sallyport.yaml; rm -f $ID.yaml',
    worked: changed('project/sallyport.yaml'),
  },
  { name: 'writes outside', sh: 'echo x > $OUT/$ID', worked: escaped },
  { name: 'writes outside through a link that existed', sh: 'echo x > link-out/$ID', worked: escaped },
  { name: 'writes outside through a new link', sh: 'ln -s $OUT out-$ID; echo x > out-$ID/$ID', worked: escaped },
  { name: 'writes outside through /proc/self/root', sh: 'echo x > /proc/self/root$OUT/$ID', worked: escaped },
  { name: 'writes outside through /proc/self/cwd', sh: 'echo x > /proc/self/cwd/../outside/$ID', worked: escaped },
  {
    name: 'writes outside through an open directory',
    py: 'os.open(ID, os.O_CREAT | os.O_WRONLY, dir_fd=os.open(OUT, os.O_RDONLY))',
    worked: escaped,
  },
  { name: 'empties a file outside', sh: ': > $OUT/victim', worked: changed('outside/victim') },
  {
    name: 'opens a file outside for reading and reopens it for writing',
    sh: 'exec 7< $OUT/victim; echo x > /proc/self/fd/7',
    worked: changed('outside/victim'),
  },
  {
    name: 'writes through a new hard link to a file outside',
    sh: 'ln $OUT/victim $ID && echo x >> $ID',
    worked: changed('outside/victim'),
  },
  {
    name: 'moves a file from outside into the workspace',
    sh: 'mv $OUT/moves .',
    worked: host => !host.exists('outside/moves'),
  },
  {
    name: 'changes the mode of a file outside',
    sh: 'chmod 777 $OUT/victim',
    worked: host => host.modes('outside').some(mode => (mode & 0o777) === 0o777 && (mode & 0o170_000) === 0o100_000),
  },
  {
    name: 'sets an extended attribute outside',
    sh: "python3 -c \"import os; os.setxattr(os.environ['OUT'], 'user.' + os.environ['ID'], b'1')\"",
    worked: (host, id) =>
      host.plain('/usr/bin/python3', '-c', `import os; print(os.listxattr('${host.base}/outside'))`).text.includes(id),
  },
  {
    name: 'moves the workspace itself',
    sh: 'mv $WS $BASE/$ID && mv $BASE/$ID $WS && echo S3CRET-of-the-host',
    worked: looted,
  },
  { name: 'appends to the shell profile', sh: 'echo "# x" >> ~/.bashrc', worked: changed('home/.bashrc') },
  {
    name: 'puts a program on the PATH',
    sh: 'mkdir -p ~/.local/bin; cp /bin/true ~/.local/bin/git',
    worked: host => host.exists('home/.local/bin/git'),
  },
  {
    name: "writes to the host's /tmp",
    sh: 'touch /tmp/$ID',
    worked: (host, id) => host.plain('rm', `/tmp/${id}`).code === 0,
  },
  {
    name: "writes to the host's /var/tmp",
    sh: 'touch /var/tmp/$ID',
    worked: (host, id) => host.plain('rm', `/var/tmp/${id}`).code === 0,
  },
  {
    name: "writes to the host's /dev/shm",
    sh: 'touch /dev/shm/$ID',
    worked: (host, id) => host.plain('rm', `/dev/shm/${id}`).code === 0,
  },
  {
    name: 'edits settings that run code',
    sh: 'for f in .vscode/settings.json .mcp.json .claude/settings.json CLAUDE.md .github/workflows/ci.yml; do echo x >> $f; done',
    worked: changed(
      'project/.vscode/settings.json',
      'project/.mcp.json',
      'project/.claude/settings.json',
      'project/CLAUDE.md',
      'project/.github/workflows/ci.yml',
    ),
  },
  {
    name: 'replaces a directory of settings',
    sh: 'mv .vscode $ID; mkdir -p .vscode; echo x > .vscode/settings.json; rm -rf .github; mkdir -p .github/workflows; echo x > .github/workflows/ci.yml',
    worked: changed('project/.vscode/settings.json', 'project/.github/workflows/ci.yml'),
  },
  {
    name: 'deletes settings',
    sh: 'rm -rf .claude .mcp.json',
    worked: host => !host.exists('project/.claude/settings.json') || !host.exists('project/.mcp.json'),
  },
  { name: 'creates a setuid file with chmod', sh: 'cp /bin/true $ID; chmod 4755 $ID', worked: hasSetUserId },
  {
    name: 'creates a setuid file with open',
    py: 'os.umask(0); os.open(ID, os.O_CREAT | os.O_WRONLY, 0o4755)',
    worked: hasSetUserId,
  },
  {
    name: 'creates a setuid file without a name and links it',
    py: 'os.umask(0); fd = os.open(".", os.O_TMPFILE | os.O_RDWR, 0o4755); os.link("/proc/self/fd/%d" % fd, ID, src_dir_fd=0, follow_symlinks=True)',
    worked: hasSetUserId,
  },
  {
    name: 'creates a setgid file with chmod',
    sh: 'cp /bin/true $ID; chmod g+s $ID',
    only: 'root',
    worked: hasSetGroupId,
  },
  {
    name: 'creates a setgid file with open',
    py: 'os.umask(0); os.open(ID, os.O_CREAT | os.O_WRONLY, 0o2755)',
    only: 'root',
    worked: hasSetGroupId,
  },
  {
    name: 'gives a file capabilities',
    py: 'open(ID, "w").close(); os.setxattr(ID, "security.capability", struct.pack("<IIIII", 0x02000001, 1 << 21, 0, 0, 0))',
    only: 'root',
    worked: (host, id) =>
      host
        .plain('/usr/bin/python3', '-c', `import os; print(os.listxattr('${id}'))`)
        .text.includes('security.capability'),
  },
  {
    name: 'creates a device node',
    py: 'os.mknod(ID, stat.S_IFCHR | 0o666, os.makedev(1, 3))',
    only: 'root',
    worked: host => host.modes('project').some(mode => (mode & 0o170_000) === 0o020_000),
  },
  {
    name: "reads the system's password file",
    sh: 'grep -q "^root:" /etc/shadow && echo S3CRET-of-the-host',
    only: 'root',
    worked: looted,
  },
]

/** A function, so that it can be used above its definition. */
function hasSetUserId(host: Parameters<Attack['worked']>[0], id: string): boolean {
  return host.exists(`project/${id}`) && host.plain('test', '-u', id).code === 0
}

function hasSetGroupId(host: Parameters<Attack['worked']>[0], id: string): boolean {
  return host.exists(`project/${id}`) && host.plain('test', '-g', id).code === 0
}
