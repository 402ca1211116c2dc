import type { ParsedScript } from 'unbash'
import type { Effect, Run } from '../core/effect.ts'
import { hasHole, isKnown, wordText } from '../core/word.ts'
import { isLister } from './listing.ts'
import { isFirstCut, isFirstField, pipelinesOf, sourceOf } from './printed.ts'

/**
 * Whether a substitution prints names of which none can be taken for an option: `git rev-parse HEAD`, `docker ps -q`,
 * `which node`. Names of files count: who could choose them could choose what stands in the files, too.
 */
export function printsNames(script: ParsedScript, effects: readonly Effect[]): boolean {
  const pipelines = pipelinesOf(script, effects)
  return (
    pipelines?.every(stages => {
      const found = sourceOf(stages, keepsStarts)
      return found !== null && isNamer(found.source)
    }) === true
  )
}

/** Whether it prints one such name, without a slash: `date +%F`, `git rev-parse --short HEAD`. */
export function printsOneName(script: ParsedScript, effects: readonly Effect[]): boolean {
  const [stages = [], ...others] = pipelinesOf(script, effects) ?? []
  const [stage, ...further] = stages
  if (stage === undefined || others.length > 0 || further.length > 0 || !stage.run.args.every(isKnown)) return false
  const { program, args } = stage.run
  return oneName.get(wordText(program))?.test(args.map(wordText).join(' ')) === true
}

/** By the arguments for which a program prints one name. */
const oneName: ReadonlyMap<string, RegExp> = new Map([
  ['date', /^(-u |-d \S+( \S+)* )?\+((%[sYmdHMSNjVuyFTI]|[-_.T])+)$/],
  ['git', /^rev-parse (--short(=\d+)? |--verify )?HEAD$/],
  ['uname', /^-[sm]$/],
  ['id', /^-[ug]n?$/],
  ['nproc', /^$/],
  ['whoami', /^$/],
  ['hostname', /^(-s)?$/],
  ['arch', /^$/],
  ['uuidgen', /^$/],
  ['openssl', /^rand -hex \d+$/],
])

/** Whether one stage of a pipeline prints such names; `isFed`: it reads them. */
export function passesNames(effects: readonly Effect[], isFed: boolean): boolean {
  const [run, ...others] = effects.filter((effect): effect is Run => effect.kind === 'run')
  return run !== undefined && others.length === 0 && (isNamer(run) || (isFed && keepsStarts(run)))
}

/** A filter that drops lines, or what stands behind their first word. */
function keepsStarts({ program, args }: Run): boolean {
  const words = args.map(wordText)
  switch (wordText(program)) {
    case 'head':
    case 'tail':
      return words.every(word => /^(-n?\d*|\d+)$/.test(word))
    case 'sort':
    case 'uniq':
    case 'shuf':
      return words.every(word => /^-[\dnruVz]*$/.test(word))
    case 'grep':
    case 'egrep':
      return words.length > 0 && words.every(word => /^-[vEiFwe]+$|^[^-]/.test(word))
    case 'tr':
      return /^\\[nr0] (\\[nr0]| |,)$|^-d \\[nr]$/.test(words.join(' '))
    case 'xargs':
      return words.length === 0
    case 'awk':
      return isFirstField(words)
    case 'cut':
      return isFirstCut(words)
    default:
      return false
  }
}

function isNamer(run: Run): boolean {
  if (run.code !== 'known' || run.args.some(arg => hasHole(arg, 'mayBeOption'))) return false
  return isLister(run) || namers.get(wordText(run.program))?.(run.args.map(wordText)) === true
}

const always = (): boolean => true
const has =
  (option: RegExp) =>
  (words: readonly string[]): boolean =>
    words.some(word => option.test(word))

const containers = (words: readonly string[]): boolean =>
  /^(compose )?(ps|images|container ls|image ls|volume ls|network ls) .*(-[a-z]*q|--quiet|\{\{\.(ID|Names|Name)\}\}$)/.test(
    words.join(' '),
  )

/** They print a name, a path, a version or a digest: one word that begins with a letter, a digit, a slash or a dot. */
const namers: ReadonlyMap<string, (words: readonly string[]) => boolean> = new Map([
  ['git', namesRevision],
  ['docker', containers],
  ['podman', containers],
  ['kubectl', has(/^(-o|--output=|-o=)?(name|jsonpath=\{[^}]*\.metadata\.name\})$/)],
  ['pgrep', words => !words.some(word => /^-\w*[al]|^--list/.test(word))],
  ['pidof', always],
  ['lsof', has(/^-\w*t/)],
  ['which', always],
  ['pwd', always],
  ['whoami', always],
  ['logname', always],
  ['hostname', always],
  ['arch', always],
  ['nproc', always],
  ['uname', words => words.length < 2],
  ['date', words => words.every(word => !word.startsWith('+') || /^\+%[FTsYmdHMSDjVuy]/.test(word))],
  ['mktemp', always],
  ['uuidgen', always],
  ['realpath', always],
  ['readlink', has(/^-\w*[fem]|^--canonicalize/)],
  ['npm', words => /^(root|prefix|bin|view \S+ version)( -g)?$/.test(words.join(' '))],
  ['go', words => words[0] === 'list' && !words.some(word => word.startsWith('-f'))],
  ['brew', words => words[0] === '--prefix'],
  ['rustc', words => words.join(' ') === '--print sysroot'],
  ['seq', words => words.every(word => /^\d+$/.test(word))],
  ['basename', always],
  ['dirname', always],
  ['echo', words => words.every(word => !word.startsWith('-'))],
])

/** Git's own names: of commits, branches, tags and its directories. */
function namesRevision(all: readonly string[]): boolean {
  const [command = '', ...words] = all[0] === '-C' ? all.slice(2) : all
  const options = words.filter(word => word.startsWith('-'))
  switch (command) {
    case 'merge-base':
    case 'describe':
    case 'hash-object':
    case 'symbolic-ref':
      return true
    case 'rev-parse':
      // Options that it does not know it prints.
      return options.every(word =>
        /^(-q|--(verify|quiet|short|abbrev-ref|symbolic-full-name|show-|git-|absolute-).*)$/.test(word),
      )
    case 'rev-list':
      return !options.some(word => /^--(format|pretty|header)/.test(word))
    case 'branch':
      return has(/^--show-current$|^--format=%\(refname/)(options)
    case 'for-each-ref':
      return has(/^--format=%\(refname/)(options)
    case 'tag':
      return options.every(word => /^(-l|--list|--sort=.*|--merged|--points-at)$/.test(word))
    case 'log':
      return has(hashAlone)(options) && options.every(word => hashAlone.test(word) || dropsCommits.test(word))
    default:
      return false
  }
}

const hashAlone = /^--(format=|pretty=(t?format:)?)%[hH]$/
const dropsCommits =
  /^(-\d+|-n\d*|--(all|reverse|no-merges|merges|first-parent|no-patch|since=.*|until=.*|author=.*)?)$/
