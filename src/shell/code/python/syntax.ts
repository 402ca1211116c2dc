import type { SyntaxNode } from '@lezer/common'
import type { Argument, AssignmentTarget, Dict, Expression, Param } from '../evaluation/expression.ts'
import { newVisits } from '../evaluation/visits.ts'
import { childrenOf, splitAt, withoutBrackets } from '../parsing/syntax-node.ts'
import { attributeCall } from './attribute-call.ts'
import { importsOf } from './imports.ts'
import { formatText, stringText } from './strings.ts'

/** Converts a Python syntax tree to expressions. The tree's depth was checked before, so recursion is safe. */
export function readPythonTree(root: SyntaxNode, code: string): Expression {
  const visited = newVisits(/^(CallExpression|Decorator|ImportStatement)$/)
  const textOf = (node: SyntaxNode): string => code.slice(node.from, node.to)
  // Python treats names as equal after NFKC normalisation.
  const nameOf = (node: SyntaxNode): string => textOf(node).normalize('NFKC')
  const group = (node: SyntaxNode, parts: readonly Expression[]): Expression => ({
    is: 'group',
    parts,
    source: textOf(node),
  })
  const readAll = (nodes: readonly SyntaxNode[]): readonly Expression[] => nodes.filter(isMeaningful).map(read)

  function read(node: SyntaxNode): Expression {
    visited.add(node)
    const source = textOf(node)
    switch (node.name) {
      case 'String':
        return stringText(source)
      case 'FormatString':
        return formatText(node, code, read)
      case 'ContinuedString':
        return { is: 'join', parts: readAll(childrenOf(node)), source }
      case 'Number':
        return { is: 'number', source }
      case 'Boolean':
        return { is: 'flag', value: source === 'True', source }
      case 'None':
        return { is: 'none', source }
      case 'VariableName':
        return { is: 'name', name: nameOf(node), source }
      case 'MemberExpression':
        return readMember(node)
      case 'CallExpression':
        return readCall(node)
      case 'ParenthesizedExpression':
      case 'AwaitExpression':
        return readOnly(node)
      case 'ArrayExpression':
      case 'TupleExpression':
      case 'SetExpression':
        return { is: 'list', items: readArguments(withoutBrackets(node)), source }
      case 'DictionaryExpression':
        return readDict(node)
      case 'ConditionalExpression':
        return readConditional(node)
      case 'BinaryExpression':
        return readBinary(node)
      case 'UnaryExpression':
      case 'IfStatement':
        return readTest(node)
      case 'NamedExpression':
        return readNamed(node)
      case 'LambdaExpression':
        return readFunction(node)
      case 'AssignStatement':
        return readAssignment(node)
      case 'UpdateStatement':
        return readUpdate(node)
      case 'ImportStatement':
        return group(node, importsOf(node, code))
      case 'FunctionDefinition':
        return readDefinition(node)
      case 'Decorator':
        return readDecorator(node)
      case 'KeywordPattern':
        return readKeywordPattern(node)
      case 'DecoratedStatement':
        return readDecorated(node)
      case 'ClassDefinition':
        return readClass(node)
      case 'ForStatement':
        return { is: 'loop', parts: readFor(childrenOf(node)), item: null, source }
      case 'WhileStatement':
        return { is: 'loop', parts: readAll(childrenOf(node)), item: null, source }
      case 'ArrayComprehensionExpression':
      case 'SetComprehensionExpression':
      case 'ComprehensionExpression':
        return readComprehension(withoutBrackets(node), source)
      case 'DictionaryComprehensionExpression':
        return { is: 'loop', parts: readFor(withoutBrackets(node)), item: null, source }
      case 'WithStatement':
        return group(node, readWith(childrenOf(node)))
      case 'TryStatement':
        return group(node, readNamedAfter(childrenOf(node)))
      case 'CapturePattern':
      case 'AsPattern':
        return group(
          node,
          childrenOf(node)
            .filter(isName)
            .map(name => bindUnknown(name)),
        )
      case 'ScopeStatement':
        return group(node, [])
      // Annotations are evaluated, but never called.
      case 'TypeDef':
        return { is: 'choice', options: [], tested: readAll(childrenOf(node)), source }
      default:
        return group(node, readAll(childrenOf(node)))
    }
  }

  const bindUnknown = (name: SyntaxNode): Expression => ({
    is: 'bind',
    target: targetOf([name]),
    value: null,
    how: 'set',
    source: textOf(name),
  })

  function readOnly(node: SyntaxNode): Expression {
    const inner = childrenOf(node).filter(isMeaningful)
    const [only] = inner
    return only !== undefined && inner.length === 1 ? read(only) : group(node, readAll(inner))
  }

  function readMember(node: SyntaxNode): Expression {
    const [object, ...rest] = childrenOf(node)
    const source = textOf(node)
    if (object === undefined) return group(node, [])
    const property = rest.find(child => child.name === 'PropertyName')
    if (property !== undefined) {
      return {
        is: 'member',
        object: read(object),
        key: { is: 'text', value: nameOf(property), source: textOf(property) },
        source,
      }
    }
    const inside = rest.filter(child => child.name !== '[' && child.name !== ']')
    // A part of a list has the values of the list; a part of a text is another text.
    if (inside.some(child => child.name === ':') && object.name === 'CallExpression' && makesList(object))
      return {
        is: 'choice',
        options: [read(object)],
        tested: readAll(inside.filter(child => child.name !== ':')),
        source,
      }
    const [only] = inside
    const key = only !== undefined && inside.length === 1 ? read(only) : group(node, readAll(inside))
    return { is: 'member', object: read(object), key, source }
  }

  /** `sorted(x)`, unless the code gives the name another meaning. */
  const makesList = ({ firstChild }: SyntaxNode): boolean =>
    firstChild !== null &&
    /^(sorted|list)$/.test(nameOf(firstChild)) &&
    !/\b(sorted|list)\b(?!\()|\bdef\s+(sorted|list)\b/.test(code.normalize('NFKC'))

  function readCall(node: SyntaxNode): Expression {
    const callee = node.firstChild
    const list = node.getChild('ArgList')
    if (callee === null || list === null) return group(node, readAll(childrenOf(node)))
    const args = readArguments(withoutBrackets(list))
    const source = textOf(node)
    return attributeCall(nameOf(callee), args, source) ?? { is: 'call', callee: read(callee), args, source }
  }

  function readArguments(nodes: readonly SyntaxNode[]): readonly Argument[] {
    return splitAt(nodes, ',').flatMap((part): readonly Argument[] => {
      const values = part.filter(isMeaningful)
      const spread = part.some(child => child.name === '*' || child.name === '**')
      const isKeyword = part.some(child => child.name === 'AssignOp')
      const [first, second] = values
      if (first === undefined) return []
      if (isKeyword && second !== undefined) return [{ value: read(second), name: nameOf(first), spread: false }]
      if (values.length === 1) return [{ value: read(first), name: null, spread }]
      // A generator without its own brackets: `sum(x for x in y)`.
      const source = code.slice(first.from, values.at(-1)?.to ?? first.to)
      return [{ value: readComprehension(part, source), name: null, spread }]
    })
  }

  function readDict(node: SyntaxNode): Expression {
    const entries = splitAt(withoutBrackets(node), ',').flatMap((part): Dict['entries'] => {
      const [key, value] = part.filter(isMeaningful)
      if (key === undefined) return []
      if (part.some(child => child.name === '**')) return [{ key: null, value: read(key) }]
      return value === undefined ? [] : [{ key: read(key), value: read(value) }]
    })
    return { is: 'dict', entries, source: textOf(node) }
  }

  function readConditional(node: SyntaxNode): Expression {
    const [then, test, otherwise] = readAll(childrenOf(node))
    const options = [then, otherwise].filter(option => option !== undefined)
    return { is: 'choice', options, tested: test === undefined ? [] : [test], source: textOf(node) }
  }

  /** `not x`, `if x: …`: the value is tested and used no further. */
  function readTest(node: SyntaxNode): Expression {
    const [bodies, tested] = [node.getChildren('Body'), childrenOf(node).filter(child => child.name !== 'Body')]
    return group(node, [
      { is: 'choice', options: [], tested: readAll(tested), source: textOf(node) },
      ...readAll(bodies),
    ])
  }

  function readBinary(node: SyntaxNode): Expression {
    const children = childrenOf(node)
    const operator = textOf(children[1] ?? node)
    const [left, right] = [children[0], children.at(-1)]
    const source = textOf(node)
    if (left === undefined || right === undefined || left === right) return group(node, readAll(children))
    if (operator === '+') return { is: 'join', parts: [read(left), read(right)], source }
    if (operator === '/') return { is: 'divide', left: read(left), right: read(right), source }
    if (operator === 'or' || operator === 'and') {
      return { is: 'choice', options: [read(left), read(right)], tested: [], source }
    }
    if (operator === '%' && left.name === 'String') return readPercent(left, right, source)
    // A compared value is used no further.
    return { is: 'choice', options: [], tested: readAll([left, right]), source }
  }

  /** `'a %s' % b`, with `%s` only. */
  function readPercent(left: SyntaxNode, right: SyntaxNode, source: string): Expression {
    const format = stringText(textOf(left))
    const values =
      right.name === 'TupleExpression' ? readAll(withoutBrackets(right).filter(isMeaningful)) : [read(right)]
    const texts = format.is === 'text' ? format.value.split('%s') : []
    if (texts.length !== values.length + 1 || texts.some(text => text.includes('%'))) {
      return { is: 'group', parts: values, source }
    }
    const parts = texts.flatMap((value, i): readonly Expression[] => {
      const next = values[i]
      return [{ is: 'text', value, source: value }, ...(next === undefined ? [] : [next])]
    })
    return { is: 'join', parts, source }
  }

  function readNamed(node: SyntaxNode): Expression {
    const [name, value] = childrenOf(node).filter(isMeaningful)
    if (name === undefined || value === undefined) return group(node, [])
    const read1 = read(value)
    const bind: Expression = { is: 'bind', target: targetOf([name]), value: read1, how: 'set', source: textOf(node) }
    return { is: 'choice', options: [read1], tested: [bind], source: textOf(node) }
  }

  function readFunction(node: SyntaxNode): Expression {
    const list = node.getChild('ParamList')
    const body = childrenOf(node).filter(child => isMeaningful(child) && child.name !== 'ParamList' && !isType(child))
    const inner = node.name === 'LambdaExpression' ? body : body.filter(child => child.name === 'Body')
    const types = [node, ...(list === null ? [] : [list])].flatMap(childrenOf).filter(isType)
    const params = list === null ? [] : readParams(list)
    return { is: 'function', params, body: readAll([...types, ...inner]), source: textOf(node) }
  }

  function readParams(list: SyntaxNode): readonly Param[] {
    return splitAt(withoutBrackets(list), ',').flatMap((part): readonly Param[] => {
      const values = part.filter(child => isMeaningful(child) && !isType(child))
      const [name, fallback] = values
      if (name === undefined) return []
      const rest = part.some(child => child.name === '*' || child.name === '**')
      return [{ target: targetOf([name]), fallback: fallback === undefined ? null : read(fallback), rest, given: null }]
    })
  }

  function readDefinition(node: SyntaxNode): Expression {
    const name = node.getChild('VariableName')
    const value = readFunction(node)
    if (name === null) return value
    return { is: 'bind', target: targetOf([name]), value, how: 'set', source: textOf(node) }
  }

  /** `@a.b(c)`: the grammar only gives names and arguments here, not an expression. */
  function readDecorator(node: SyntaxNode): Expression {
    const source = textOf(node).slice(1)
    const [first, ...rest] = childrenOf(node).filter(isName)
    const list = node.getChild('ArgList')
    if (first === undefined) return group(node, readAll(childrenOf(node)))
    const callee = rest.reduce<Expression>(
      (object, name) => ({
        is: 'member',
        object,
        key: { is: 'text', value: nameOf(name), source: nameOf(name) },
        source,
      }),
      read(first),
    )
    if (list === null) return callee
    return { is: 'call', callee, args: readArguments(withoutBrackets(list)), source }
  }

  /** `case A(b=c)` reads a member. */
  function readKeywordPattern(node: SyntaxNode): Expression {
    const [name, ...rest] = childrenOf(node).filter(isMeaningful)
    if (name === undefined) return group(node, [])
    const key: Expression = { is: 'text', value: nameOf(name), source: nameOf(name) }
    return group(node, [{ is: 'member', object: group(node, []), key, source: textOf(node) }, ...readAll(rest)])
  }

  /** The result of a decorator is unknown. */
  function readDecorated(node: SyntaxNode): Expression {
    const parts = readAll(childrenOf(node)).map(part =>
      part.is === 'bind' && part.value !== null
        ? { ...part, value: { is: 'group', parts: [part.value], source: part.source } as const }
        : part,
    )
    return group(node, parts)
  }

  function readClass(node: SyntaxNode): Expression {
    const [, name] = childrenOf(node)
    const list = node.getChild('ArgList')
    const bases = list === null ? [] : readArguments(withoutBrackets(list)).map(arg => arg.value)
    const body = node.getChild('Body')
    const inner: Expression = { is: 'class', parts: body === null ? [] : [read(body)], source: textOf(node) }
    return group(node, [...bases, ...(name === undefined ? [] : [bindUnknown(name)]), inner])
  }

  /** A loop or comprehension: any number of `for TARGET in VALUE`, and the rest. */
  function readFor(nodes: readonly SyntaxNode[]): readonly Expression[] {
    const parts: Expression[] = []
    for (let i = 0; i < nodes.length; i += 1) {
      const node = nodes[i]
      if (node === undefined) continue
      if (node.name !== 'for') {
        if (isMeaningful(node)) parts.push(read(node))
        continue
      }
      const to = nodes.findIndex((child, at) => at > i && child.name === 'in')
      if (to < 0) continue
      const end = endOfIterable(nodes, to)
      const values = nodes.slice(to + 1, end).filter(isMeaningful)
      const target = targetOf(nodes.slice(i + 1, to))
      const [only] = values
      const source = code.slice(node.from, values.at(-1)?.to ?? node.to)
      const value: Expression | undefined =
        values.length === 1 && only !== undefined
          ? read(only)
          : { is: 'list', items: readArguments(nodes.slice(to + 1, end)), source }
      parts.push({ is: 'bind', target, value: value, how: 'each', source })
      i = end - 1
    }
    return parts
  }

  function readComprehension(nodes: readonly SyntaxNode[], source: string): Expression {
    const parts = readFor(nodes)
    return { is: 'loop', parts, item: parts[0] ?? null, source }
  }

  function endOfIterable(nodes: readonly SyntaxNode[], from: number): number {
    const end = nodes.findIndex((child, at) => at > from && /^(Body|for|if|async|else)$/.test(child.name))
    return end < 0 ? nodes.length : end
  }

  function readWith(nodes: readonly SyntaxNode[]): readonly Expression[] {
    return nodes.flatMap((node, i): readonly Expression[] => {
      if (!isMeaningful(node) || nodes[i - 1]?.name === 'as') return []
      const name = nodes[i + 1]?.name === 'as' ? nodes[i + 2] : undefined
      if (name === undefined) return [read(node)]
      return [{ is: 'bind', target: targetOf([name]), value: read(node), how: 'set', source: textOf(node) }]
    })
  }

  /** `except X as e`: the name gets an unknown value. */
  const readNamedAfter = (nodes: readonly SyntaxNode[]): readonly Expression[] =>
    nodes
      .filter(isMeaningful)
      .map(node => (node.prevSibling?.name === 'as' && isName(node) ? bindUnknown(node) : read(node)))

  /** `a = b = value`: every target gets the value. */
  function readAssignment(node: SyntaxNode): Expression {
    const children = childrenOf(node).filter(child => !isType(child))
    const parts = splitAt(children, 'AssignOp')
    const last = parts.at(-1)
    if (parts.length < 2 || last === undefined) return group(node, readAll(childrenOf(node)))
    const values = last.filter(isMeaningful)
    const [only] = values
    const source = textOf(node)
    const value: Expression =
      only !== undefined && values.length === 1 && last.length === 1
        ? read(only)
        : { is: 'list', items: readArguments(last), source: code.slice(last[0]?.from ?? node.from, node.to) }
    const binds = parts
      .slice(0, -1)
      .map((target): Expression => ({ is: 'bind', target: targetOf(target), value, how: 'set', source }))
    return group(node, [...childrenOf(node).filter(isType).map(read), ...binds])
  }

  function readUpdate(node: SyntaxNode): Expression {
    const [target, ...rest] = childrenOf(node)
    if (target === undefined) return group(node, [])
    const parts = readAll(rest)
    const value: Expression = parts.length === 1 && parts[0] !== undefined ? parts[0] : group(node, parts)
    return { is: 'bind', target: targetOf([target]), value, how: 'update', source: textOf(node) }
  }

  function targetOf(nodes: readonly SyntaxNode[]): AssignmentTarget {
    const items = nodes.filter(node => isMeaningful(node) || node.name === '*')
    const [only] = items
    if (nodes.some(node => node.name === ',')) {
      const hasStar = nodes.some(node => node.name === '*')
      return { to: 'items', items: splitAt(nodes, ',').map(part => (hasStar ? anyTarget(part) : targetOf(part))) }
    }
    if (only === undefined) return { to: 'items', items: [] }
    if (isName(only)) return { to: 'name', name: nameOf(only) }
    if (/^(Tuple|Array|Parenthesized)Expression$/.test(only.name)) return targetOf(withoutBrackets(only))
    return { to: 'place', place: read(only) }
  }

  /** Next to a `*`, the positions are unknown. */
  const anyTarget = (nodes: readonly SyntaxNode[]): AssignmentTarget => ({
    to: 'keys',
    keys: [{ key: null, target: targetOf(nodes.filter(node => node.name !== '*')) }],
  })

  const whole = read(root)
  return visited.hasAll(root)
    ? whole
    : group(root, [whole, { is: 'opaque', why: 'code with unsupported syntax', source: '' }])
}

const isType = (node: SyntaxNode): boolean => node.name === 'TypeDef'

const isName = (node: SyntaxNode): boolean => node.name === 'VariableName'

/** Not a keyword, punctuation or a comment. */
const isMeaningful = (node: SyntaxNode): boolean =>
  /^[A-Z]/.test(node.name) && !/^(Comment|AssignOp|ArithOp|CompareOp|LogicOp|BitOp|UpdateOp|At)$/.test(node.name)
