import { variableKind } from '../../shell/frame/variable-table.ts'

/** Whether a variable can make an ordinary program run, load or look up code that the call chooses. */
export const variableRunsCode = (name: string): boolean =>
  variableKind(name) !== null || (patterns.some(pattern => pattern.test(name)) && !harmless.test(name))

const patterns = [
  /^(?:LD|DYLD|GIT|SSH|NPM_CONFIG|PIP|UV|CARGO|NODE|RUBY|JAVA|JDK|MAVEN|GRADLE|DOCKER|BASH_FUNC|XDG)_/i,
  /^(?:GO[A-Z]+|PYTHON[A-Z]*|PERL\w*|RUBY\w*|RUSTC?\w*|MAKE[A-Z]+|KUBECONFIG|LESS\w*|GIT_\w+)$/,
  /(?:COMMAND|PAGER|EDITOR|VISUAL|BROWSER|SHELL|ASKPASS|WRAPPER|_OPTS|OPTIONS|FLAGS|PRELOAD|STARTUP|RCFILE|RSH)$/i,
  /^(?:HOME|CDPATH|ZDOTDIR|SHELLOPTS|BASHOPTS|PS[0-4]|TERMINFO|TMPDIR|INPUTRC|PSQLRC|CC|CXX|LD|AR)$/,
  /^(?:HTTPS?|ALL|FTP)_PROXY$/i,
]

const harmless =
  /^(?:GIT_(?:AUTHOR|COMMITTER)_(?:NAME|EMAIL|DATE)|GIT_TERMINAL_PROMPT|PYTHON(?:UNBUFFERED|DONTWRITEBYTECODE|HASHSEED|IOENCODING|UTF8|WARNINGS)|NODE_(?:ENV|NO_WARNINGS)|GO(?:OS|ARCH|MAXPROCS)|RUST_(?:LOG|BACKTRACE)|CARGO_TERM_COLOR)$/
