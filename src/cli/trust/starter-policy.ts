/** The text of a first `sallyport.yaml`: short, commented, and true to the project as far as that is known. */
export function starterPolicy(testCommand: string | null): string {
  const command = testCommand ?? 'npm test'
  const note = testCommand === null ? '# No test command was found here: put yours in its place.\n    ' : ''
  return `# What an agent may do in this project. Sallyport reads it at the first call of a session.
#
#   sallyport policy test sallyport.yaml    runs the examples below
#   sallyport explain COMMAND               says which rule decides, and why
#   sallyport trust                         puts what it allows in force
version: 1

# What holds where no rule below speaks:
#   cautious     reads run, all else asks
#   balanced     reversible work in the workspace runs; the rest asks
#   autonomous   never asks: allow or deny
extends: balanced

# Paths beyond the built-in ones that ask, whoever touches them.
sensitive: []

# For each effect of a call the first rule that matches speaks. Across files the strictest answer wins.
rules:
  - id: tests-run-freely
    ${note}when: { run: ${JSON.stringify(command)} }
    then: allow
    # Examples are run whenever the file is loaded: a rule that misses never comes into force.
    match: [${JSON.stringify(command)}]
    not_match: ["rm -rf src"]

  - id: no-force-push
    # A change has one name, however it is spelled: -f, --force, +main.
    when: { change: git/overwrite-remote }
    then: deny
    because: others may have this history
    instead: git push --force-with-lease
    match: ["git push origin main -f", "git push origin +main"]
    not_match: ["git push origin main"]
`
}
