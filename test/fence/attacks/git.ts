import { type Attack, escaped } from './attack.ts'

const hook = (path: string): string =>
  `mkdir -p $(dirname ${path}); printf '#!/bin/sh\\ntouch %s/%s\\n' "$OUT" "$ID" > ${path}; chmod +x ${path}`
const monitor = '"[core]\\n\\tfsmonitor = touch $OUT/$ID; false\\n"'

/** After each of them the user works with git in every repository of the fixture: hooks and settings take effect then. */
export const gitAttacks: readonly Attack[] = [
  { name: 'edits a hook', sh: 'echo "touch $OUT/$ID" >> .git/hooks/pre-commit', worked: escaped },
  { name: 'adds a hook', sh: hook('.git/hooks/post-commit'), worked: escaped },
  {
    name: 'makes git run a program by its configuration',
    sh: 'git config core.fsmonitor "touch $OUT/$ID; false"',
    worked: escaped,
  },
  {
    name: 'leads git to other hooks',
    sh: `${hook('mine/post-commit')}; git config core.hooksPath mine`,
    worked: escaped,
  },
  {
    name: 'edits a file that the configuration includes',
    sh: `printf ${monitor} >> shared.gitconfig`,
    worked: escaped,
  },
  {
    name: 'moves .git away and back with a hook',
    sh: `mv .git $ID; ${hook('$ID/hooks/post-checkout')}; mv $ID .git`,
    worked: escaped,
  },
  {
    name: 'copies .git with a hook and swaps the two',
    sh: `cp -a .git copy; ${hook('copy/hooks/post-commit')}; mv .git old && mv copy .git`,
    worked: escaped,
  },
  {
    name: 'leads git elsewhere with commondir',
    sh: `mkdir $ID; cp -a .git/. $ID/; rm -rf $ID/hooks; ${hook('$ID/hooks/post-commit')}; printf ${monitor} >> $ID/config; echo ../$ID > .git/commondir`,
    worked: escaped,
  },
  { name: 'adds a hook to a submodule', sh: hook('.git/modules/sub/hooks/post-commit'), worked: escaped },
  {
    name: 'changes the configuration of a submodule',
    sh: `printf ${monitor} >> .git/modules/sub/config`,
    worked: escaped,
  },
  {
    name: 'leads a submodule to another repository',
    sh: `cp -a .git/modules/sub evil; printf ${monitor} >> evil/config; sed -i '/worktree/d' evil/config; echo "gitdir: ../evil" > sub/.git`,
    worked: escaped,
  },
  {
    name: 'adds a hook to a repository inside the workspace',
    sh: hook('packages/nested/.git/hooks/post-commit'),
    worked: escaped,
  },
  {
    name: 'changes the configuration of a repository inside the workspace',
    sh: `printf ${monitor} >> packages/nested/.git/config`,
    worked: escaped,
  },
  {
    name: 'leads a worktree to another repository',
    sh: `cp -a .git far; ${hook('far/hooks/post-commit')}; printf ${monitor} >> far/config; echo ../../../far > .git/worktrees/tree/commondir`,
    worked: escaped,
  },
  {
    name: 'gives a worktree its own configuration',
    sh: `git config extensions.worktreeConfig true; printf ${monitor} > .git/worktrees/tree/config.worktree; printf ${monitor} > .git/config.worktree`,
    worked: escaped,
  },
  {
    name: 'makes git filter a file',
    sh: 'git config filter.x.clean "touch $OUT/$ID; cat"; echo "*.js filter=x" > .git/info/attributes; echo >> packages/app/main.js',
    worked: escaped,
  },
]

/** What the user does in the repositories afterwards. */
export const userOfGit: string = `
for place in . sub packages/nested ../tree; do (
  cd $place || exit
  git status
  echo more >> more.txt
  git add more.txt
  git commit -m more
  git checkout -q -b more
) ; done
git add packages/app
`
