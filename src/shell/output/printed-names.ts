import type { ParsedScript } from 'unbash'
import type { Effect, Run } from '../../core/effect.ts'
import { hasHole, isKnown, type Listing, type Word, wordText, yieldsNames } from '../../core/word.ts'
import { dropsLines, isCalledAs, isLister, listedBy, readsOnlyHere, type Spellings } from './listing.ts'
import { listingOf } from './listing-words.ts'
import { pipelinesOf, printingStage } from './printed.ts'

/**
 * Whether a substitution prints names that cannot be taken for options: `git rev-parse HEAD`, `docker ps -q`, `which node`.
 * File names count too: a person who can choose them can also choose the files' content.
 */
export function printsNames(script: ParsedScript, effects: readonly Effect[]): boolean {
  const pipelines = pipelinesOf(script, effects)
  return (
    pipelines?.every(stages => {
      if (findsPackage(stages.map(({ run }) => run))) return true
      const found = printingStage(stages, keepsStarts)
      return found !== null && isNamer(found.source)
    }) === true
  )
}

/** `pip show x | awk '/^Location/{print $2}'`: the location of an installed package. */
const findsPackage = ([shows, cuts, ...others]: readonly Run[]): boolean =>
  shows !== undefined &&
  cuts !== undefined &&
  others.length === 0 &&
  shows.code === 'known' &&
  isCalledAs(
    shows,
    new Map([
      ['pip', /^show\t[\w.-]+$/],
      ['pip3', /^show\t[\w.-]+$/],
    ]),
  ) &&
  isCalledAs(cuts, new Map([['awk', /^\/\^?Location:?\/ *\{ *print \$2 *\}$/]]))

/**
 * Describes the output if it is only names of files in the workspace, filtered or not: `git diff --name-only | grep src`.
 */
export function printedFiles(script: ParsedScript, effects: readonly Effect[]): Listing | null {
  const listed = listedBy(effects, null)
  if (listed !== null || !readsOnlyHere(effects)) return listed
  const found = (pipelinesOf(script, effects) ?? []).map(stages => printingStage(stages, dropsLines))
  if (found.length === 0 || !found.every(one => one !== null && isLister(one.source))) return null
  return listingOf(
    found.flatMap(one => (one === null ? [] : [one.source, ...one.after])),
    null,
  )
}

/**
 * Whether it prints one such name without a slash (`date +%F`, `git rev-parse --short HEAD`, `basename "$f"`), or one with
 * slashes but no `..`, such as a branch.
 */
export function printsOneName(script: ParsedScript, effects: readonly Effect[]): 'name' | 'file' | null {
  const [stages = [], ...others] = pipelinesOf(script, effects) ?? []
  const [stage, ...further] = stages
  if (stage === undefined || others.length > 0 || further.length > 0) return null
  if (isCalledAs(stage.run, oneName) || isLastPart(stage.run)) return 'name'
  return isCalledAs(stage.run, oneBranch) ? 'file' : null
}

/** Whether it prints one commit's hash. */
export function printsHash(script: ParsedScript, effects: readonly Effect[]): boolean {
  const [[stage, ...further] = [], ...others] = pipelinesOf(script, effects) ?? []
  return (
    stage !== undefined &&
    further.length + others.length === 0 &&
    stage.run.code === 'known' &&
    isCalledAs(stage.run, oneHash)
  )
}

const oneHash: Spellings = new Map([['git', /^rev-parse\t(--short(=\d+)?\t|--verify\t)?HEAD$/]])

const oneBranch: Spellings = new Map([['git', /^(branch\t--show-current|rev-parse\t--abbrev-ref\tHEAD)$/]])

/** `basename "$f" .ts` of a file path. */
function isLastPart({ program, args }: Run): boolean {
  const [path = '', suffix = '', ...others] = args
  return (
    program === 'basename' &&
    others.length === 0 &&
    isKnown(suffix) &&
    !isKnown(path) &&
    path.parts.every(part => (typeof part === 'string' ? !/(^|\/)(-|\.{1,2}(\/|$))/.test(part) : yieldsNames(part)))
  )
}

const oneName: Spellings = new Map([
  ['date', /^(-u\t|-d\t[^\t]+\t)?\+((%[sYmdHMSNjVuyFTI]|[-_.T])+)$/],
  ['git', /^rev-parse\t(--short(=\d+)?\t|--verify\t)?HEAD$/],
  ['uname', /^-[sm]$/],
  ['id', /^-[ug]n?$/],
  ['nproc', /^$/],
  ['whoami', /^$/],
  ['hostname', /^(-s)?$/],
  ['arch', /^$/],
  ['uuidgen', /^$/],
  ['openssl', /^rand\t-hex\t\d+$/],
])

/** Whether one stage of a pipeline prints such names; `isFed`: such names are its input. */
export function passesNames(effects: readonly Effect[], isFed: boolean): boolean {
  const [run, ...others] = effects.filter((effect): effect is Run => effect.kind === 'run')
  return run !== undefined && others.length === 0 && (isNamer(run) || (isFed && keepsStarts(run)))
}

/** A filter that drops lines, or everything after their first word. */
const keepsStarts = (run: Run): boolean => dropsLines(run) || isCalledAs(run, startFilters)

const startFilters: Spellings = new Map([
  ['tr', /^(\\n\t( |,|\\0)|\\0\t\\n|-d\t\\[nr])$/],
  ['xargs', /^$/],
  ['awk', /^\{ *print \$1 *\}$/],
  ['cut', /^-d\t?[^\t]\t-f\t?1$/],
])

function isNamer(run: Run): boolean {
  if (run.code !== 'known' || run.args.some(arg => hasHole(arg, 'mayBeOption'))) return false
  const words = run.args.map(asWritten)
  // The program may print parts of its arguments.
  if (words.some(word => /\s-/.test(word))) return false
  return isLister(run) || namers.get(wordText(run.program))?.(words) === true
}

/** The word as the caller wrote it, with a letter for each hole. */
const asWritten = (word: Word): string =>
  isKnown(word) ? word : word.parts.map(part => (typeof part === 'string' ? part : 'x')).join('')

const always = (): boolean => true
const given =
  (args: RegExp) =>
  (words: readonly string[]): boolean =>
    args.test(words.join('\t'))

/** Whether no word, nor any part of one, begins with a dash. */
const holdsNoDash = (words: readonly string[]): boolean => !words.some(word => /(^|[\s/])-/.test(word))

/** `docker ps -q`, optionally with a filter, with services or with a format that prints names. */
const containers = (words: readonly string[]): boolean => {
  const [, rest = ''] =
    /^(?:compose\t)?(?:ps|images|(?:container|image|volume|network)\tls)((?:\t(?:-[alq]+|--quiet|--all|(?:-[alq]*f|--filter)[=\t][^-\t][^\t]*|--format[=\t]\{\{\.(?:ID|Names?)\}\}|[^-\t][^\t]*))*)$/.exec(
      words.join('\t'),
    ) ?? []
  const isQuiet = /\t(-[alf]*q|--quiet)/.test(rest)
  return isQuiet !== rest.includes('--format')
}

const dateParts = '%[sYmdHMSNjVuyFTDbBaAzZeI]'

/** Programs that print names, paths or versions: words that begin with a letter, a digit, a slash or a dot. */
const namers: ReadonlyMap<string, (words: readonly string[]) => boolean> = new Map([
  ['git', namesRevision],
  ['docker', containers],
  ['podman', containers],
  [
    'kubectl',
    given(/^get\t((?!-o|--output)[^\t]+\t)+(-o\t?|-o=|--output[=\t])(name|jsonpath=\{[^}]*\.metadata\.name\})$/),
  ],
  ['pgrep', given(/^((-[fxnoiv]+|-u\t\w+)\t)*[^-\t][^\t]*$/)],
  ['which', always],
  ['pwd', always],
  ['whoami', always],
  ['logname', always],
  ['hostname', always],
  ['arch', always],
  ['uname', given(/^(-\w)?$/)],
  ['date', words => words.every(word => !word.startsWith('+') || dateFormat.test(word))],
  ['uuidgen', always],
  ['basename', holdsNoDash],
  ['dirname', holdsNoDash],
  ['echo', holdsNoDash],
  ['realpath', words => !words.some(word => /^--?r/.test(word))],
  ['readlink', given(/^(-[fem]|--canonicalize)\t/)],
  ['npm', given(/^(root|prefix|bin|view\t[^\t]+\tversion)(\t-g)?$/)],
  ['go', given(/^(list\t(-m\t)?[^-\t][^\t]*|env\t(GO(PATH|ROOT|BIN|CACHE|MODCACHE|MOD|OS|ARCH|VERSION)))$/)],
  ['brew', given(/^--prefix(\t|$)/)],
  ['rustc', given(/^--print\tsysroot$/)],
])

const dateFormat = new RegExp(`^\\+${dateParts}(${dateParts}|[-_.:/T])*$`)

/** Names from git: commits, branches, tags and git directories. */
function namesRevision(all: readonly string[]): boolean {
  const [command = '', ...words] = all[0] === '-C' ? all.slice(2) : all
  const options = words.filter(word => word.startsWith('-'))
  switch (command) {
    case 'merge-base':
    case 'describe':
    case 'hash-object':
    case 'symbolic-ref':
    case 'write-tree':
      return true
    case 'rev-parse':
      // `rev-parse` prints options that it does not know.
      return options.every(word =>
        /^(-q|--(verify|quiet|short|abbrev-ref|symbolic-full-name|show-|git-|absolute-).*)$/.test(word),
      )
    case 'rev-list':
      return options.every(word =>
        /^(-n?\d*|--(all|reverse|no-merges|merges|first-parent|max-count=\d+|tags|branches)?)$/.test(word),
      )
    case 'branch':
      return options.length === 1 && /^--show-current$|^--format=%\(refname[^)]*\)$/.test(options[0] ?? '')
    case 'for-each-ref':
      return options.every(word => /^--(format=%\(refname[^)]*\)|sort=.*|count=\d+)$/.test(word)) && options.length > 0
    case 'tag':
      return options.every(word => /^(-l|--list|--sort=.*|--merged|--points-at)$/.test(word))
    case 'log':
      return (
        options.some(word => hashAlone.test(word)) &&
        options.every(word => hashAlone.test(word) || dropsCommits.test(word))
      )
    default:
      return false
  }
}

const hashAlone = /^--(format=|pretty=(t?format:)?)%[hH]$/
const dropsCommits =
  /^(-\d+|-n\d*|--(all|reverse|no-merges|merges|first-parent|no-patch|(since|until|after|before|author|committer|grep|diff-filter)=.*)?|-[iEF]|-[GS].*)$/
