import { knownPrefix, partsOf, type Word, wordText } from '../../../core/word.ts'
import { variableKind } from '../../frame/variable-table.ts'
import { cutPrefix } from './arguments.ts'
import type { ProgramCall } from './program-call.ts'

/**
 * `make PYTHON=python3`, `cmake -DCMAKE_C_COMPILER:PATH=gcc`: a variable of a build. Build tools put its value into shell
 * commands and hand it on in the environment, so a program that it names is a program that runs.
 */
export function applyBuildVariable(word: Word, call: ProgramCall): void {
  const [assigned, name] = assignment.exec(wordText(word)) ?? []
  if (assigned === undefined || name === undefined) return
  // An unquoted `?=` is a glob, which stays as it is unless a file matches.
  const value = assignment.test(knownPrefix(word))
    ? cutPrefix(word, assigned.length)
    : wordText(word).slice(assigned.length)
  if (holdsCommand(knownText(value))) call.opaque(`a command inside the value of a variable: \`${wordText(word)}\``)
  const kind = variableKind(name) ?? (namesProgram(name) ? 'tool' : null)
  const why = kind === null ? null : call.frame.interpreter.judgeVariable({ name, value, kind }, call.span, call.frame)
  if (why !== null) call.opaque(why)
}

const assignment = /^([\w.-]+)(?::[A-Z]+|[?+]|:{1,3})?=/

/** Shell text that a recipe would run. Quotes protect the operators of the shell, but not what the build tool expands. */
const holdsCommand = (value: string): boolean =>
  /`|\$[({$]|;|&&|\|\|/.test(value) || /[|&<>\n]/.test(value.replaceAll(/"[^"]*"|'[^']*'/g, ''))

const knownText = (value: Word): string =>
  partsOf(value)
    .filter(part => typeof part === 'string')
    .join('')

/** Names that build files use for programs: `$(PYTHON) setup.py`, `$(RUN_CMD)`. */
const namesProgram = (name: string): boolean =>
  /_(CMD|COMMAND|BIN|EXE|EXEC|EXECUTABLE|PROGRAM|RUNNER|SHELL|INTERPRETER|LAUNCHER|WRAPPER|COMPILER|LINKER)$/.test(
    name,
  ) ||
  /^(PIP\d?|NODE|NPM|NPX|YARN|PNPM|BUN|DENO|GO|CARGO|RUSTC|JAVA|JAVAC|MVN|GRADLE|DOCKER|PODMAN|COMPOSE|KUBECTL|HELM|TERRAFORM|GIT|CURL|WGET|SSH|SCP|RSYNC|BASH|SH|ZSH|AWK|SED|GREP|FIND|XARGS|CAT|ECHO|RM|CP|MV|LN|MKDIR|TOUCH|INSTALL|CHMOD|TAR|SUDO|PYTEST|TOX|UV|POETRY|PROTOC|CMAKE|NINJA|CLANG|GCC|QEMU|VALGRIND)$/.test(
    name,
  )
