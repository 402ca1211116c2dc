import type { CodeReading, CodeSetting } from '../../core/code.ts'
import { isKnown, type Word, wordText } from '../../core/word.ts'
import { applyRow } from './effects/apply-row.ts'
import { newCarrier, newDecoded } from './effects/carries.ts'
import { newCodeRecorder } from './effects/recorder.ts'
import { isMeasure, secretOf } from './effects/secret-variables.ts'
import { giveAnything, giveArguments, type NamedValues } from './evaluation/arguments.ts'
import { kindOf, newEvaluator } from './evaluation/evaluate.ts'
import type {
  AssignmentTarget,
  Bind,
  CallExpression,
  Dict,
  Expression,
  FunctionExpression,
  Key,
  Member,
} from './evaluation/expression.ts'
import { expressionParts } from './evaluation/expression.ts'
import { collectNames } from './evaluation/names.ts'
import { type Value, wordOf } from './evaluation/value.ts'
import { doesSomething, isModule, isPrivate, type Library, rowOf } from './library.ts'
import type { CallRow } from './table.ts'

/**
 * Where an expression occurs. A reference may be called, inspected or assigned to a name; anywhere else it is a `value`:
 * passed to code that is not tracked, which may call it with anything.
 */
type Position = 'value' | 'followed' | 'inspected' | 'measured' | 'options' | 'environment'

interface Surroundings {
  readonly inLoop: boolean
  readonly inClass: boolean
  /** The functions that enclose the expression. */
  readonly within: readonly FunctionExpression[]
}

/** Visits all of the code once, every branch and every body, and records the effects of each call. */
export function readExpressions(root: Expression, library: Library, { beside } = nowhere): CodeReading {
  const names = collectNames(root)
  const evaluate = newEvaluator(names, library)
  const carries = newCarrier(names, library, evaluate)
  const isDecoded = newDecoded(names)
  const recorder = newCodeRecorder()
  /** Untrusted modules, and references that are passed as values. */
  const loaded = new Set<string>()
  const passed = new Set<string>()
  const sends = [...names.members].some(member => library.sending.has(member))

  function visit(expression: Expression, position: Position, around: Surroundings): void {
    switch (expression.is) {
      case 'opaque':
        return recorder.opaque(expression.why)
      case 'module':
      case 'star':
        return visitModule(expression, position)
      case 'name':
        return passOn(expression, position)
      case 'member':
        visitMember(expression, around)
        return passOn(expression, position)
      case 'call':
        return visitCall(expression, position, around)
      case 'bind':
        return visitBind(expression, around)
      case 'choice':
        for (const tested of expression.tested) visit(tested, 'followed', around)
        for (const option of expression.options) visit(option, position, around)
        return
      case 'dict':
        return visitDict(expression, position, around)
      case 'function':
        for (const param of expression.params) {
          checkTarget(param.target)
          if (param.fallback !== null) visit(param.fallback, 'followed', around)
        }
        for (const part of expression.body) {
          visit(part, 'value', { inLoop: around.inLoop, inClass: false, within: [...around.within, expression] })
        }
        return
      default: {
        const inner = {
          ...around,
          inLoop: around.inLoop || expression.is === 'loop',
          inClass: around.inClass || expression.is === 'class',
        }
        for (const part of expressionParts(expression)) visit(part, 'value', inner)
      }
    }
  }

  function visitModule(expression: Extract<Expression, { is: 'module' | 'star' }>, position: Position): void {
    if (expression.is === 'module') {
      load(expression.name, expression.member)
      passOn(expression, position)
    } else {
      load(expression.module)
      noteUse(`${expression.module}.*`)
      // Names of a star import are not followed: `from ctypes import *; CDLL(…)`.
      const rest = rowOf(`${expression.module}.*`, library)?.steps.find(({ verb }) => verb === 'opaque')
      if (rest !== undefined) recorder.opaque(rest.words.join(' '))
    }
  }

  function load(name: Word, member?: string): void {
    if (!isKnown(name)) return recorder.opaque(`loads \`${wordText(name)}\``)
    const other = beside.find(library.bears)
    if (other !== undefined) recorder.opaque(`may load \`${other}\` from the same directory`)
    const file = library.dataFile(name)
    if (file !== null) return recorder.touch('read', file, false)
    const reason = library.distrusts(name)
    if (reason === null) return
    const path = library.ownPath(member === undefined ? name : `${name}.${member}`)
    if (path === null) recorder.opaque(reason)
    else recorder.load(path, reason)
    loaded.add(name)
  }

  /** An untrusted module is used, unless the code only reads its version or location. */
  function noteUse(name: string): void {
    if (!library.isStrange(name)) return
    if (!/^\w+\.(__(version|file|name|path)__(\.\w+)*|version)$/.test(name)) recorder.use(name)
  }

  /**
   * `package.__path__` lists the directories of a package's submodules: if the code may change it, they may be loaded from
   * anywhere.
   */
  function guardPlace(name: string): void {
    if (library.isStrange(name) && /\.__(?!version__|name__|file__|doc__)\w+__/.test(name)) recorder.unplace()
  }

  /** A reference that is passed to untracked code may be called there, with unknown arguments. */
  function passOn(expression: Expression, position: Position): void {
    if (position === 'followed') return
    for (const value of evaluate(expression)) {
      const secret = secretOf(value, library)
      if (holdsEnvironment(value)) {
        if (position !== 'environment') recorder.change('secrets/read', null)
      } else if (secret !== null) {
        if (position !== 'environment' && position !== 'measured') recorder.change('secrets/read', secret)
      } else if (position === 'inspected' && value.is === 'ref' && library.showing.has(value.name)) {
        recorder.change('secrets/read', null)
      } else if (position === 'inspected' || position === 'measured') continue
      else if (value.is === 'ref') passRef(value.name, expression)
      else if (value.is === 'method' && value.of.is === 'made') {
        const row = rowOf(`(${value.of.kind}).${value.name}`, library)
        if (row?.callable === true && doesSomething(row)) apply(row, giveAnything(expression.source), expression, false)
      }
    }
  }

  function passRef(name: string, expression: Expression): void {
    const row = rowOf(name, library)
    passed.add(name)
    noteUse(name)
    guardPlace(name)
    if (row !== null) {
      if (row.callable || row.steps.some(step => step.verb === 'opaque' || step.verb === 'unplaced')) {
        apply(row, giveAnything(expression.source), expression, false)
      }
    } else if (isModule(name, library)) recorder.opaque(`passes the module \`${name}\` as a value`)
    else if (isUnlisted(name) && !/\.[A-Z][A-Z0-9_]*$/.test(name)) recorder.opaque(`uses \`${name}\``)
  }

  const isUnlisted = (name: string): boolean => {
    for (let dot = name.lastIndexOf('.'); dot > 0; dot = name.lastIndexOf('.', dot - 1)) {
      if (library.tables.has(name.slice(0, dot))) return true
    }
    return false
  }

  function holdsEnvironment(value: Value): boolean {
    if (value.is === 'ref') return rowOf(value.name, library)?.steps.some(step => step.verb === 'environment') ?? false
    return (
      value.is === 'dict' &&
      value.dict.entries.some(({ key, value: entry }) => key === null && evaluate(entry).some(holdsEnvironment))
    )
  }

  function visitMember(member: Member, around: Surroundings, followedBy?: string): void {
    const { object, key } = member
    visit(key, 'value', around)
    const keys = evaluate(key)
    if (object.is === 'member' && key.is === 'text') visitMember(object, around, key.value)
    else visit(object, 'followed', around)
    for (const value of evaluate(member)) if (value.is === 'ref') noteUse(value.name)
    if (key.is !== 'text' || !isMeasure(key.value)) revealPart(object)
    for (const value of keys) {
      if (value.is === 'text' && typeof value.word === 'string') checkHatch(value.word, followedBy)
      else if (evaluate(object).some(isGuardedObject))
        recorder.opaque(`accesses \`${member.source.slice(0, 60)}\` by a computed name`)
      else for (const one of evaluate(object)) if (one.is === 'ref') noteUse(`${one.name}.*`)
    }
  }

  /** Part of a secret, or the result of a method on it: `process.env.API_TOKEN.slice(1)`. */
  function revealPart(object: Expression): void {
    for (const value of evaluate(object)) {
      const secret = secretOf(value, library)
      if (secret !== null) recorder.change('secrets/read', secret)
    }
  }

  function checkHatch(key: string, followedBy: string | undefined): void {
    const harmless = library.hatches.get(key)
    if (harmless !== undefined && (harmless === null || harmless !== followedBy)) recorder.opaque(`uses \`${key}\``)
  }

  /** Destructuring an object reads its members. */
  function checkTarget(target: AssignmentTarget): void {
    if (target.to === 'items') for (const item of target.items) if (item !== null) checkTarget(item)
    if (target.to !== 'keys') return
    for (const { key, target: inner } of target.keys) {
      for (const name of namesOf(key)) checkHatch(name, undefined)
      checkTarget(inner)
    }
  }

  function namesOf(key: Key): readonly string[] {
    if (typeof key === 'string' || key === null) return key === null ? [] : [key]
    return evaluate(key).flatMap(value => (value.is === 'text' && typeof value.word === 'string' ? [value.word] : []))
  }

  /**
   * A member of a module under an unknown key may be any of its members; a member of the environment is only a variable.
   */
  const isGuardedObject = (value: Value): boolean =>
    value.is === 'ref' && !holdsEnvironment(value) && (isModule(value.name, library) || library.guarded.has(value.name))

  function visitDict(dict: Dict, position: Position, around: Surroundings): void {
    for (const { key, value } of dict.entries) {
      if (key !== null) visit(key, 'value', around)
      const isEnv = position === 'options' && key?.is === 'text' && key.value === 'env'
      const inherits = key === null && evaluate(value).some(holdsEnvironment)
      const isPassed = isEnv || position === 'environment'
      visit(value, isPassed ? 'environment' : inherits ? position : 'value', around)
    }
  }

  function visitBind({ target, value, how }: Bind, around: Surroundings): void {
    checkTarget(target)
    if (target.to === 'place') visitPlace(target.place, value, around)
    const isAlias = (target.to === 'name' || target.to === 'keys') && how === 'set' && !around.inClass
    if (value !== null) visit(value, isAlias ? 'followed' : 'value', around)
  }

  function visitPlace(place: Expression, value: Expression | null, around: Surroundings): void {
    if (place.is !== 'member') return visit(place, 'followed', around)
    visitMember(place, around)
    for (const object of evaluate(place.object)) {
      // A text has no fields: this one stands for an object such as a temporary file, which deletes the file it is named
      // after.
      if (object.is === 'text' && namesOf(place.key).includes('name'))
        recorder.opaque(`changes \`${place.source.slice(0, 60)}\``)
      if (object.is !== 'ref') continue
      guardPlace(object.name)
      if (holdsEnvironment(object)) setVariables(place.key, value)
      else if (library.guarded.has(object.name)) recorder.opaque(`changes \`${object.name}\``)
    }
    for (const at of evaluate(place)) {
      if (at.is === 'ref') guardPlace(at.name)
      if (at.is === 'ref' && library.guarded.has(at.name)) recorder.opaque(`changes \`${at.name}\``)
    }
  }

  function setVariables(key: Expression, value: Expression | null): void {
    const words: readonly Word[] = value === null ? [''] : evaluate(value).map(one => wordOf(one, value.source))
    for (const name of evaluate(key)) for (const word of words) recorder.setVariable(wordOf(name, key.source), word)
  }

  function visitCall(call: CallExpression, position: Position, around: Surroundings): void {
    visit(call.callee, 'followed', around)
    const results = evaluate(call)
    const rows = evaluate(call.callee).flatMap(callee => rowsOf(callee, call))
    for (const arg of call.args) visit(arg.value, argumentPosition(arg.name, call, rows), around)
    for (const { row, self } of rows) {
      const given = giveArguments(row, { args: call.args, self, source: call.source }, evaluate)
      apply(row, given, call, around.inLoop || (forks(row) && isRecursive(around)))
    }
    if (results.some(value => holdsEnvironment(value) || secretOf(value, library) !== null)) passOn(call, position)
    else if (position === 'value' && results.some(value => value.is === 'ref')) passOn(call, position)
  }

  function argumentPosition(name: string | null, call: CallExpression, rows: readonly { row: CallRow }[]): Position {
    if (evaluate(call).some(holdsEnvironment)) return 'followed'
    const called = evaluate(call.callee).flatMap(callee => (callee.is === 'ref' ? [callee.name] : []))
    if (called.some(one => library.measures.has(one))) return 'measured'
    if (called.some(one => library.inspectors.has(one))) return 'inspected'
    const starts = rows.some(({ row }) => row.steps.some(step => starters.has(step.verb)))
    if (!starts) return evaluate(call).every(value => value.is === 'ref') ? 'followed' : 'value'
    return name === 'env' ? 'environment' : 'options'
  }

  interface RowOf {
    readonly row: CallRow
    readonly self: Word | null
  }

  function rowsOf(callee: Value, call: CallExpression): readonly RowOf[] {
    if (callee.is === 'ref') {
      if (isWaitedFor(callee.name, call)) return []
      if (library.isStrange(callee.name)) return strangeRows(callee.name)
      const row = rowOf(callee.name, library) ?? library.tables.get(callee.name)?.get('itself') ?? null
      if (row !== null) return [{ row, self: null }]
      if (isUnlisted(callee.name) || isModule(callee.name, library) || isPrivate(callee.name))
        recorder.opaque(`calls \`${callee.name}\``)
      return []
    }
    if (callee.is === 'unknown' && callee.computed) {
      recorder.opaque(`calls \`${callee.source.slice(0, 60)}\``)
      return []
    }
    if (callee.is !== 'method') return []
    const self = wordOf(callee.of, callee.object.source)
    const own = library.tables.get(`(${kindOf(callee.of)})`)
    if (own !== undefined)
      return [own.get(callee.name) ?? own.get('*')].flatMap(row => (row === undefined ? [] : [{ row, self }]))
    if (!/^(unknown|pending|method)$/.test(callee.of.is)) return []
    const row = library.methods.get(callee.name)
    return row === undefined || !takes(row, call.args.length) ? [] : [{ row, self }]
  }

  /** A project module's functions have unknown effects, unless it re-exports a well-known library function: `rmtree`. */
  function strangeRows(name: string): readonly RowOf[] {
    noteUse(name)
    guardPlace(name)
    const row = library.methods.get(name.split('.').at(-1) ?? '')
    const isKnown = row?.steps.some(({ verb, words }) => handedOn.has(verb) && !words.includes('self')) === true
    return row !== undefined && isKnown ? [{ row, self: null }] : []
  }

  const isRecursive = ({ within }: Surroundings): boolean =>
    within.some(code =>
      [...names.bindings].some(
        ([name, bindings]) =>
          bindings.some(binding => binding.from === 'value' && binding.value === code) &&
          (names.calls.get(name) ?? []).some(call => code.source.includes(call.source)),
      ),
    )

  function apply(row: CallRow, given: NamedValues, expression: Expression, inLoop: boolean): void {
    const touched = row.steps.filter(({ verb }) => touching.has(verb)).flatMap(({ words }) => words)
    const nameOf = (param: string): Expression | null =>
      param === 'self' ? objectOf(expression) : given.expression(param)
    if (touched.some(param => isHidden(nameOf(param)))) recorder.opaque('a decoded path')
    applyRow(row, {
      given,
      source: expression.source,
      inLoop,
      carries: param => {
        const argument = given.expression(param)
        return argument !== null && carries(argument)
      },
      carriesAny: () => expression.is === 'call' && expression.args.some(({ value }) => carries(value)),
      recorder,
      evaluate,
      load,
      sends,
    })
  }

  /** Decoded, with an unknown result. */
  const isHidden = (expression: Expression | null): boolean =>
    expression !== null &&
    isDecoded(expression) &&
    !evaluate(expression).every(value => value.is === 'text' && isKnown(value.word))

  try {
    visit(root, 'value', { inLoop: false, inClass: false, within: [] })
  } catch {
    // Evaluation has a limit; the effects found before it still count.
    recorder.opaque('code that is too complex to analyse')
  }
  // Code that receives a package can change where its submodules are loaded from: `vars(package)`.
  if ([...passed].some(name => loaded.has(name) && /^\w/.test(name))) recorder.unplace()
  return recorder.finish()
}

/** A promise of a module whose callbacks are inline functions, which are visited anyway. */
const isWaitedFor = (name: string, { args }: CallExpression): boolean =>
  /\.(then|catch|finally)$/.test(name) && args.every(arg => arg.value.is === 'function')

const nowhere: CodeSetting = { beside: [] }

const takes = ({ params }: CallRow, count: number): boolean =>
  count <= params.length || params.some(param => param.startsWith('...'))

const forks = (row: CallRow): boolean => row.steps.some(step => step.verb === 'fork')

const starters = new Set(['process', 'spawn', 'script', 'run', 'exec'])

const handedOn = new Set([...starters, 'delete', 'empty', 'remove', 'sql', 'change'])

const touching = new Set(['read', 'write', 'delete', 'empty', 'fill', 'remove', 'open', 'load'])

/** The object that a method is called on. */
const objectOf = (call: Expression): Expression | null =>
  call.is === 'call' && call.callee.is === 'member' ? call.callee.object : null
