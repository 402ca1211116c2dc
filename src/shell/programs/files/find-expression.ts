import { isKnown, isOneWord, type Word, wordText } from '../../../core/word.ts'

/** An action of `find` on the files that pass its tests. */
export interface FindAction {
  /** `-delete`, `-exec`, `-fprint`. */
  readonly does: string
  readonly words: readonly Word[]
  /** Whether one start gets many files: `-exec … {} +`. */
  readonly isMany: boolean
  /** Patterns, one of which the name matches; null: any name. */
  readonly names: Names
}

type Names = readonly Word[] | null

/**
 * The actions of an expression and the names they apply to: `-name '*.a' -delete -o -name '*.b' -print` does not delete
 * `*.b`.
 */
export function findActions(expression: readonly Word[]): readonly FindAction[] {
  const reader = new Reader(expression)
  reader.list(null)
  return reader.isOpen ? reader.actions.map(action => ({ ...action, names: null })) : reader.actions
}

/** Tests that take a value: the value is not a test, even if it looks like one. */
export const valued = new Set(
  '-name -iname -path -ipath -wholename -iwholename -regex -iregex -type -size -mtime -mmin -atime -amin -ctime -cmin -maxdepth -mindepth -perm -user -group -newer -anewer -cnewer -printf -links -inum -fstype -regextype -samefile -lname -ilname -xtype -uid -gid -used -context -flags'.split(
    ' ',
  ),
)

const takesValue = (test: string): boolean => valued.has(test) || /^-newer[aBcm][aBcmt]$/.test(test)

const starting = new Set(['-exec', '-execdir', '-ok', '-okdir'])

const writing = new Map([
  ['-fprint', 1],
  ['-fprint0', 1],
  ['-fls', 1],
  ['-fprintf', 2],
])

class Reader {
  readonly actions: FindAction[] = []
  /** Whether some word may be any part of an expression. */
  isOpen = false
  private readonly words: readonly Word[]
  private at = 0

  constructor(words: readonly Word[]) {
    this.words = words
  }

  /** Up to a closing bracket: every part between commas is evaluated, and the last one decides. */
  list(given: Names): Names {
    let names = this.either(given)
    while (this.at < this.words.length && !this.is(')')) {
      this.at += 1
      names = this.either(given)
    }
    this.at += 1
    return names
  }

  private either(given: Names): Names {
    let names = this.all(given)
    while (this.is('-o', '-or')) {
      this.at += 1
      const others = this.all(given)
      names = names === null || others === null ? null : [...names, ...others]
    }
    return names
  }

  private all(given: Names): Names {
    let names = given
    while (this.at < this.words.length && !this.is(')', ',', '-o', '-or')) names = this.one(names)
    return names
  }

  /** One test or action; returns the names that remain. */
  private one(names: Names): Names {
    const word = this.next()
    const test = wordText(word)
    if (!isKnown(word)) this.isOpen = true
    if (test === '(') return this.list(names)
    if (test === '!' || test === '-not') {
      if (this.at < this.words.length) this.one(names)
      return names
    }
    if (test === '-name' || test === '-iname') {
      const pattern = this.next()
      if (!isOneWord(pattern)) this.isOpen = true
      return names ?? [pattern]
    }
    if (takesValue(test)) this.at += 1
    else this.act(test, names)
    return names
  }

  private act(does: string, names: Names): void {
    const count = writing.get(does)
    if (does === '-delete') this.actions.push({ does, words: [], isMany: true, names })
    else if (count !== undefined) this.actions.push({ does, words: this.take(this.at + count), isMany: false, names })
    else if (starting.has(does)) {
      const end = this.words.findIndex(
        (word, at) => at >= this.at && (word === ';' || (word === '+' && this.words[at - 1] === '{}')),
      )
      const words = this.take(end < 0 ? this.words.length : end)
      this.actions.push({ does, words, isMany: this.next() === '+', names })
    }
  }

  private is(...texts: readonly string[]): boolean {
    const word = this.words[this.at]
    return word !== undefined && isKnown(word) && texts.includes(word)
  }

  private next(): Word {
    this.at += 1
    return this.words[this.at - 1] ?? ''
  }

  private take(end: number): readonly Word[] {
    const words = this.words.slice(this.at, end)
    this.at = end
    return words
  }
}
