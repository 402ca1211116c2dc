/** The text of a first `sallyport.yaml`: short, commented, and with the project's test command. */
export function starterPolicy(testCommand: string | null): string {
  const command = testCommand ?? 'npm test'
  const note = testCommand === null ? '# No test command was found: replace this with yours.\n    ' : ''
  return `# The rules for agents in this project. Sallyport reads this file at the first call of a session.
#
#   sallyport policy test sallyport.yaml    runs the examples below
#   sallyport explain COMMAND               shows which rule decides, and why
#   sallyport trust                         lets this file allow calls; until then it can only ask and deny
version: 1

# The preset that decides where no rule below matches:
#   cautious     reads run, everything else asks
#   balanced     reversible work in the workspace runs, the rest asks
#   autonomous   never asks: it allows or denies
extends: balanced

# More paths that ask before any tool touches them, in addition to the built-in ones.
sensitive: []

# For each effect of a call, the first rule that matches decides. Across files, the strictest decision wins.
rules:
  - id: tests-run-freely
    ${note}when: { run: ${JSON.stringify(command)} }
    then: allow
    # These examples run whenever the file is loaded: if one fails, the file is not used.
    match: [${JSON.stringify(command)}]
    not_match: ["rm -rf src"]

  - id: no-force-push
    # A change has one name for all its spellings: -f, --force, +main.
    when: { change: git/overwrite-remote }
    then: deny
    because: others may have pulled this history
    instead: git push --force-with-lease
    match: ["git push origin main -f", "git push origin +main"]
    not_match: ["git push origin main"]
`
}
