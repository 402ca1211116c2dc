import { isKnown, type Word, wordText } from '../../core/word.ts'
import type { Frame } from '../frame/frame.ts'

/**
 * `eval "$(fnm env)"`: setup code that a version manager prints for the user's own shell, as trusted as `source
 * ~/.nvm/nvm.sh`. False if the call defines a function of that name or sets the directory of the manager's files.
 */
export function isSetupCode(text: Word, { scope, where }: Frame): boolean {
  if (isKnown(text) || text.parts.length !== 1 || where.at !== 'local') return false
  const manager = setup.exec(wordText(text))?.[1]
  if (manager === undefined || scope.functions.has(manager)) return false
  return ![...scope.variables.keys()].some(name => managed.test(name))
}

const setup =
  /^\$\((?:(?:\/opt\/homebrew|\/usr\/local|\/home\/linuxbrew\/\.linuxbrew)\/bin\/)?(fnm(?= env\b)|(?:py|rb|nod|j)env(?= init\b)|brew(?= shellenv\b)|direnv(?= export\b)|conda(?= shell\.)|mise(?= activate\b))(?: (?:env|init|shellenv|export|activate|hook|shell\.\w+|bash|zsh|posix|-|--path|--no-rehash|--shims|--use-on-cd|--shell[= ](?:bash|zsh)))+\)$/

/** Variables that set where the managers keep the programs they add to the search path. */
const managed = /^(FNM|PYENV|RBENV|NODENV|JENV|HOMEBREW|DIRENV|CONDA|MISE|XDG)_/
