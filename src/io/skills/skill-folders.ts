import { readdirSync, readFileSync, realpathSync, statSync } from 'node:fs'
import { load } from 'js-yaml'
import * as v from 'valibot'
import { sha256 } from '../../core/digest.ts'
import { fail, ok, type Result } from '../../core/fault.ts'
import { isWithin } from '../../core/path.ts'
import type { SkillCommand, ToolPorts } from '../../tools/ports.ts'
import { readRegular } from '../files/read-regular.ts'

/** Skills on this machine: a skill is a folder with `SKILL.md` and the scripts of its actions in `actions/`. */
export interface Skills extends Required<Pick<ToolPorts, 'resolveSkill' | 'skillDirectory'>> {
  /** The command of an action, or why there is none. Read anew each time. */
  action(mention: string, id: string): Result<SkillAction>
}

export interface SkillAction extends SkillCommand {
  readonly digest: string
  readonly timeoutMs?: number
}

const action = v.object({
  argv: v.pipe(v.array(v.string()), v.minLength(1)),
  env: v.optional(v.record(v.string(), v.string())),
  timeout_ms: v.optional(v.pipe(v.number(), v.minValue(1))),
})
const header = v.object({ name: v.optional(v.string()), actions: v.optional(v.record(v.string(), action), {}) })

const maxDocument = 1_000_000
const maxScripts = { files: 200, bytes: 8_000_000 }

/**
 * The skills in these directories; the first one with a name counts. A mention is the name, also as `$name` or `$[space].name`.
 *
 * @example
 * const skills = openSkills(['/work/app/skills'])
 * const action = skills.action('lint', 'fix')
 */
export function openSkills(directories: readonly string[]): Skills {
  const skillDirectory = (mention: string): string | null => {
    const name = /^(?:\$(?:\[[\w.-]+\]\.)?)?([\w][\w.-]*)$/.exec(mention)?.[1]
    if (name === undefined) return null
    for (const parent of directories) {
      const folder = realFolder(`${parent}/${name}`)
      if (folder !== null && isWithin(folder, realFolder(parent) ?? parent)) return folder
    }
    return null
  }
  const find = (mention: string, id: string): Result<SkillAction> => {
    const folder = skillDirectory(mention)
    if (folder === null) return fail('not_found', `there is no skill \`${mention.slice(0, 80)}\``)
    return readAction(folder, id)
  }
  return {
    skillDirectory,
    action: find,
    resolveSkill: (mention, id) => {
      const found = find(mention, id)
      return found.ok ? found.value : null
    },
  }
}

function readAction(folder: string, id: string): Result<SkillAction> {
  try {
    const document = readRegular(`${folder}/SKILL.md`, { maxBytes: maxDocument })?.toString('utf8') ?? ''
    const front = /^---\r?\n([\s\S]*?)\r?\n---\s*(\r?\n|$)/.exec(document)?.[1] ?? ''
    const parsed = v.safeParse(header, load(front) ?? {})
    if (!parsed.success) return fail('config_error', `the actions in \`${folder}/SKILL.md\` cannot be read`)
    const found = new Map(Object.entries(parsed.output.actions)).get(id)
    if (found === undefined) return fail('not_found', `there is no action \`${id.slice(0, 80)}\` in \`${folder}\``)
    const argv = scriptWords(found.argv, folder)
    if (!argv.ok) return argv
    const digest = scriptsDigest(`${folder}/actions`)
    if (!digest.ok) return digest
    return ok({
      argv: argv.value,
      digest: digest.value,
      ...(found.env === undefined ? {} : { env: found.env }),
      ...(found.timeout_ms === undefined ? {} : { timeoutMs: found.timeout_ms }),
    })
  } catch {
    return fail('config_error', `the skill in \`${folder}\` cannot be read`)
  }
}

/** Each word that is a path must lie in `actions/`; it becomes absolute, so that it does not depend on the directory. */
function scriptWords(argv: readonly string[], folder: string): Result<readonly string[]> {
  const words: string[] = []
  for (const word of argv) {
    if (!isPathLike(word, folder)) {
      words.push(word)
      continue
    }
    const real = realFile(word.startsWith('/') ? word : `${folder}/${word}`)
    if (real === null || !isWithin(real, `${folder}/actions`))
      return fail('config_error', `\`${word.slice(0, 80)}\` is not a file in the skill's \`actions/\``)
    words.push(real)
  }
  return ok(words)
}

const isPathLike = (word: string, folder: string): boolean =>
  word.includes('/') || word.startsWith('.') || word.startsWith('~') || realFile(`${folder}/${word}`) !== null

/** One digest of all scripts: one may start another. */
function scriptsDigest(actions: string): Result<string> {
  const lines: string[] = []
  let bytes = 0
  for (const name of readdirSync(actions, { recursive: true, encoding: 'utf8' }).sort()) {
    const path = `${actions}/${name}`
    const stats = statSync(path)
    if (stats.isDirectory()) continue
    bytes += stats.size
    if (!stats.isFile() || bytes > maxScripts.bytes || lines.length >= maxScripts.files)
      return fail(
        'config_error',
        `\`${actions}\` must have at most ${maxScripts.files} regular files and ${maxScripts.bytes} bytes`,
      )
    lines.push(`${sha256(readFileSync(path).toString('latin1'))} ${name}`)
  }
  return ok(sha256(lines.join('\n')))
}

function realFolder(path: string): string | null {
  try {
    return statSync(path).isDirectory() ? realpathSync(path) : null
  } catch {
    return null
  }
}

function realFile(path: string): string | null {
  try {
    return statSync(path).isFile() ? realpathSync(path) : null
  } catch {
    return null
  }
}
