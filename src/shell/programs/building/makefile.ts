/** The commands of a makefile's targets, or why they cannot be told from its text. */
export type Recipes = { readonly lines: readonly string[] } | { readonly why: string }

interface Rule {
  readonly needs: readonly string[]
  readonly lines: string[]
}

/**
 * The commands that make runs for these targets, the first one if none is named, with those of their prerequisites. Only
 * plain makefiles are read: rules, recipes and variables with fixed values.
 */
export function recipesOf(text: string, targets: readonly string[]): Recipes {
  const rules = new Map<string, Rule>()
  const values = new Map<string, string>()
  let current: readonly Rule[] = []
  let first: string | null = null
  for (const line of text.replaceAll(/\\\n[ \t]*/g, ' ').split('\n')) {
    if (line.startsWith('\t')) {
      for (const rule of current) rule.lines.push(line.trim())
      continue
    }
    const plain = line.replace(/(^|\s)#.*$/, '').trim()
    if (plain === '') continue
    const [, name, value] = /^(?:export\s+)?([\w.-]+)\s*(?::{0,3}|\?)=\s*(.*)$/.exec(plain) ?? []
    if (name !== undefined && value !== undefined && name !== 'SHELL' && !name.startsWith('.')) {
      // make runs `$(shell …)` while it reads the file, whether a recipe uses the variable or not.
      if (/\$[({]\w+[\s,]/.test(value)) return { why: `a makefile with \`${plain.slice(0, 60)}\`` }
      values.set(name, value)
      continue
    }
    const [, names, needs] = /^([\w./ -]+?)\s*::?\s*([\w./ -]*)$/.exec(plain) ?? []
    if (names === undefined || needs === undefined) return { why: `a makefile with \`${plain.slice(0, 60)}\`` }
    current = names.split(/\s+/).map(target => {
      const rule = rules.get(target) ?? { needs: needs.split(/\s+/).filter(need => need !== ''), lines: [] }
      rules.set(target, rule)
      if (!target.startsWith('.')) first ??= target
      return rule
    })
  }
  return chosenLines(rules, values, targets.length > 0 ? targets : first === null ? [] : [first])
}

function chosenLines(
  rules: ReadonlyMap<string, Rule>,
  values: ReadonlyMap<string, string>,
  targets: readonly string[],
): Recipes {
  const chosen = new Set<string>(targets)
  for (const target of chosen) for (const need of rules.get(target)?.needs ?? []) chosen.add(need)
  const lines: string[] = []
  for (const target of chosen) {
    for (const line of rules.get(target)?.lines ?? []) {
      const known = expanded(line.replace(/^[@+-]+\s*/, ''), values, target, 0)
      if (known === null) return { why: `a makefile with \`${line.slice(0, 60)}\`` }
      lines.push(known)
    }
  }
  return { lines }
}

const deepest = 8

/** The line with the values of make's variables; null if one is computed. Automatic variables stand for file names. */
function expanded(line: string, values: ReadonlyMap<string, string>, target: string, depth: number): string | null {
  if (depth > deepest) return null
  let isPlain = true
  const done = line.replaceAll(/\$(\$|[@<^?*]|\(([^()]*)\)|\{([^{}]*)\}|[\s\S]?)/g, (_, sign: string, round, curly) => {
    if (sign === '$') return '$'
    if (/^[@<^?*]$/.test(sign)) return target
    const name: string | undefined = round ?? curly
    const value = name === undefined ? undefined : name === 'MAKE' ? 'make' : values.get(name)
    const inner = value === undefined ? null : expanded(value, values, target, depth + 1)
    isPlain &&= inner !== null
    return inner ?? ''
  })
  return isPlain ? done : null
}
