import type { SyntaxNode } from '@lezer/common'
import type { Argument, AssignmentTarget, Dict, Expression, FunctionExpression } from '../evaluation/expression.ts'
import { childrenOf, splitAt, withoutBrackets } from '../parsing/syntax-node.ts'
import { callbackAt, changers } from './functions.ts'
import { stringOf } from './strings.ts'

/** Converts a PHP syntax tree to expressions. A node type without a case here is opaque. */
export function readPhpTree(root: SyntaxNode, code: string): Expression {
  const textOf = (node: SyntaxNode): string => code.slice(node.from, node.to)
  const group = (node: SyntaxNode, parts: readonly Expression[]): Expression => ({
    is: 'group',
    parts,
    source: textOf(node),
  })
  const opaque = (why: string, node: SyntaxNode): Expression => ({ is: 'opaque', why, source: textOf(node) })
  const readAll = (nodes: readonly SyntaxNode[]): readonly Expression[] => nodes.filter(isMeaningful).map(read)

  // Unconditional declarations only: PHP rejects one that has the name of a built-in function.
  const ownFunctions = new Set(root.getChildren('FunctionDefinition').map(nameIn))
  const ownClasses = new Set(root.getChildren('ClassDeclaration').map(nameIn))

  function nameIn(node: SyntaxNode): string {
    const name = node.getChild('Name')
    return name === null ? '' : textOf(name).toLowerCase()
  }

  function read(node: SyntaxNode): Expression {
    const source = textOf(node)
    switch (node.name) {
      case 'String':
      case 'HeredocString':
        return stringOf(node, code, read)
      case 'ShellExpression':
        return source.includes('$')
          ? opaque('a command with variables in it', node)
          : callOf('shell_exec', [plainArgument({ is: 'text', value: source.slice(1, -1), source })], source)
      case 'Integer':
      case 'Float':
        return { is: 'number', source }
      case 'Boolean':
        return { is: 'flag', value: /^true$/i.test(source), source }
      case 'Null':
      case 'null':
        return { is: 'none', source }
      case 'VariableName':
        return source === '$GLOBALS'
          ? opaque('accesses its own variables by name', node)
          : { is: 'name', name: source, source }
      case 'Name':
      case 'QualifiedName':
        return constantOf(source, node)
      case 'CallExpression':
        return readCall(node)
      case 'NewExpression':
        return readNew(node)
      case 'MemberExpression':
      case 'SubscriptExpression':
        return readMember(node)
      case 'ScopedExpression':
        return readScoped(node)
      case 'ArrayExpression':
        return readArray(node)
      case 'AssignmentExpression':
        return readAssignment(node)
      case 'UpdateExpression':
        return readUpdate(node)
      case 'BinaryExpression':
        return readBinary(node)
      case 'UnaryExpression':
      case 'IfStatement':
        return readTest(node)
      case 'ConditionalExpression': {
        const [tested, ...options] = readAll(childrenOf(node))
        return { is: 'choice', options, tested: tested === undefined ? [] : [tested], source }
      }
      case 'ParenthesizedExpression':
      case 'Interpolation':
        return readOnly(node)
      case 'FunctionExpression':
      case 'ArrowFunction':
        return readFunction(node)
      case 'FunctionDefinition':
        return {
          is: 'bind',
          target: { to: 'name', name: ownName(nameIn(node)) },
          value: readFunction(node),
          how: 'set',
          source,
        }
      case 'MethodDeclaration':
        return readFunction(node)
      case 'ClassDeclaration':
        return node.getChild('BaseClause') === null
          ? { is: 'class', parts: readAll(node.getChildren('DeclarationList')), source }
          : opaque('a class that extends another', node)
      case 'ForeachStatement':
        return readForeach(node)
      case 'ForStatement':
      case 'WhileStatement':
      case 'DoStatement':
        return { is: 'loop', parts: readAll(childrenOf(node)), item: null, source }
      case 'CatchDeclarator':
        return group(
          node,
          node.getChildren('VariableName').map(name => bindUnknown(textOf(name), node)),
        )
      case 'VariableDeclarator':
        return readAssignment(node)
      case 'NamedType':
      case 'TextInterpolation':
      case 'LineComment':
      case 'BlockComment':
        return group(node, [])
      default:
        return transparent.has(node.name)
          ? group(node, readAll(childrenOf(node)))
          : opaque(`code with unsupported syntax: \`${source.slice(0, 40)}\``, node)
    }
  }

  /** The value of a bare name: `PHP_EOL`, `__DIR__`. */
  function constantOf(source: string, node: SyntaxNode): Expression {
    const name = source.replace(/^\\/, '').toUpperCase()
    if (name === '__DIR__') return { is: 'text', value: '.', source }
    if (name === 'DIRECTORY_SEPARATOR') return { is: 'text', value: '/', source }
    if (name === 'NULL') return { is: 'none', source }
    return group(node, [])
  }

  function readOnly(node: SyntaxNode): Expression {
    const inner = readAll(childrenOf(node))
    const [only] = inner
    return only !== undefined && inner.length === 1 ? only : group(node, inner)
  }

  const callOf = (name: string, args: readonly Argument[], source: string): Expression => ({
    is: 'call',
    callee: { is: 'name', name, source },
    args,
    source,
  })

  /** Keeps the names of the code's own functions apart from PHP's. */
  const ownName = (name: string): string => `${name}()`

  function readCall(node: SyntaxNode): Expression {
    const [callee] = childrenOf(node).filter(isMeaningful)
    const list = node.getChild('ArgList')
    if (callee === undefined || list === null) return opaque('a call with unsupported syntax', node)
    if (list.getChildren('SpreadArgument').some(spread => childrenOf(spread).length === 1))
      return opaque('a function passed as a value', node)
    const args = readArguments(list)
    const changed = readChanged(list)
    const source = textOf(node)
    if (callee.name === 'MemberExpression') {
      const called: Expression = { is: 'call', callee: readMember(callee), args, source }
      return group(node, [...changed, called])
    }
    if (callee.name === 'ParenthesizedExpression') {
      const inner = readOnly(callee)
      if (inner.is === 'function') return group(node, [...changed, { is: 'call', callee: inner, args, source }])
    }
    if (callee.name === 'ScopedExpression') return group(node, [read(callee), ...args.map(arg => arg.value)])
    const name = textOf(callee).replace(/^\\/, '').toLowerCase()
    if (!/^(Name|QualifiedName)$/.test(callee.name) || name.includes('\\'))
      return opaque(`calls \`${textOf(callee).slice(0, 40)}\``, node)
    if (ownFunctions.has(name)) return group(node, [...changed, callOf(ownName(name), args, source)])
    const call = callOf(name, withCallback(name, args, node), source)
    return changers.has(name) ? withValue(call, changed, source) : call
  }

  const withValue = (value: Expression, tested: readonly Expression[], source: string): Expression => ({
    is: 'choice',
    options: [value],
    tested,
    source,
  })

  /** A callback may be passed by name; a name only known at run time is opaque. */
  function withCallback(name: string, args: readonly Argument[], node: SyntaxNode): readonly Argument[] {
    const at = callbackAt.get(name)
    if (at === undefined) return args
    return args.map((arg, i) => {
      if (arg.name === null && !arg.spread && (i !== at || arg.value.is === 'function')) return arg
      if (i !== at || arg.value.is !== 'text')
        return { ...arg, value: opaque('a function only known at run time', node) }
      const called = arg.value.value.toLowerCase()
      return {
        ...arg,
        value: { is: 'name', name: ownFunctions.has(called) ? ownName(called) : called, source: arg.value.source },
      }
    })
  }

  function readArguments(list: SyntaxNode): readonly Argument[] {
    return splitAt(withoutBrackets(list), ',').flatMap((part): readonly Argument[] => {
      const [only] = part.filter(isMeaningful)
      if (only === undefined) return []
      if (only.name === 'SpreadArgument') return [{ value: readOnly(only), name: null, spread: true }]
      if (only.name !== 'NamedArgument') return [plainArgument(read(only))]
      const [name, value] = childrenOf(only).filter(isMeaningful)
      return name === undefined || value === undefined
        ? [plainArgument(opaque('an argument with unsupported syntax', only))]
        : [{ value: read(value), name: textOf(name), spread: false }]
    })
  }

  const plainArgument = (value: Expression): Argument => ({ value, name: null, spread: false })

  /** Variables that a call may have modified. */
  const readChanged = (list: SyntaxNode): readonly Expression[] =>
    list.getChildren('VariableName').map(name => bindUnknown(textOf(name), list))

  const bindUnknown = (name: string, node: SyntaxNode): Expression => ({
    is: 'bind',
    target: { to: 'name', name },
    value: null,
    how: 'set',
    source: textOf(node),
  })

  function readNew(node: SyntaxNode): Expression {
    const name = node.getChild('Name') ?? node.getChild('QualifiedName')
    const list = node.getChild('ArgList')
    const args = list === null ? [] : readArguments(list)
    if (name === null) {
      const body = node.getChild('DeclarationList')
      return body === null || node.getChild('BaseClause') !== null
        ? opaque('an object of a class only known at run time', node)
        : group(node, [...args.map(arg => arg.value), { is: 'class', parts: [read(body)], source: textOf(node) }])
    }
    const known = textOf(name).replace(/^\\/, '').toLowerCase()
    if (ownClasses.has(known))
      return group(node, [...(list === null ? [] : readChanged(list)), ...args.map(arg => arg.value)])
    const callee: Expression = {
      is: 'member',
      object: { is: 'name', name: 'new', source: 'new' },
      key: { is: 'text', value: known, source: known },
      source: `new ${textOf(name)}`,
    }
    return { is: 'call', callee, args, source: textOf(node) }
  }

  function readMember(node: SyntaxNode): Expression {
    const [object, ...rest] = childrenOf(node).filter(isMeaningful)
    const [key] = rest
    if (object === undefined) return group(node, [])
    const isNamed = key?.name === 'Name' && node.name === 'MemberExpression'
    if (key !== undefined && node.name === 'MemberExpression' && !isNamed)
      return opaque('a member accessed by a computed name', node)
    const name = key === undefined ? '' : textOf(key)
    return {
      is: 'member',
      object: read(object),
      key:
        key === undefined
          ? group(node, [])
          : key.name === 'Name'
            ? { is: 'text', value: name, source: name }
            : read(key),
      source: textOf(node),
    }
  }

  /** `A::b` of a class that the code defines, `A::class`, and constants. */
  function readScoped(node: SyntaxNode): Expression {
    const [owner, member] = childrenOf(node).filter(isMeaningful)
    if (owner === undefined || member === undefined) return opaque('a member with unsupported syntax', node)
    const name = textOf(owner).toLowerCase()
    if (ownClasses.has(name) || /^(self|static)$/.test(name)) return group(node, [])
    return /^[A-Z][A-Z0-9_]*$/.test(textOf(member)) && node.parent?.name !== 'CallExpression'
      ? group(node, [])
      : opaque(`uses \`${textOf(node).slice(0, 40)}\``, node)
  }

  function readArray(node: SyntaxNode): Expression {
    if (childrenOf(node).some(child => child.name === '&')) return opaque('a reference to a variable', node)
    const source = textOf(node)
    const inner = node.getChild('ValueList') ?? node
    const parts = splitAt(withoutBrackets(inner), ',').map(part => part.filter(isMeaningful))
    const pairs = parts.map(([only]) => only).filter(only => only?.name === 'Pair')
    if (pairs.length === 0) {
      const items = parts.flatMap(([only]): readonly Argument[] =>
        only === undefined
          ? []
          : [
              only.name === 'SpreadArgument'
                ? { ...plainArgument(readOnly(only)), spread: true }
                : plainArgument(read(only)),
            ],
      )
      return { is: 'list', items, source }
    }
    const entries = parts.flatMap(([only]): Dict['entries'] => {
      if (only === undefined) return []
      const [key, value] = only.name === 'Pair' ? childrenOf(only).filter(isMeaningful) : []
      return key === undefined || value === undefined
        ? [{ key: group(only, []), value: read(only) }]
        : [{ key: read(key), value: read(value) }]
    })
    return { is: 'dict', entries, source }
  }

  function targetOf(node: SyntaxNode): AssignmentTarget {
    if (node.name === 'VariableName') return { to: 'name', name: textOf(node) }
    if (node.name !== 'ArrayExpression' && node.name !== 'ListExpression') return { to: 'place', place: read(node) }
    const inner = node.getChild('ValueList') ?? node
    const parts = splitAt(withoutBrackets(inner), ',').map(part => part.find(isMeaningful))
    return {
      to: 'items',
      items: parts.map(part => {
        if (part === undefined || part.name === 'list') return null
        const value = part.name === 'Pair' ? childrenOf(part).filter(isMeaningful)[1] : part
        if (value === undefined) return null
        // Keys are not tracked: the value under one is unknown.
        return part.name === 'Pair' ? { to: 'keys', keys: [{ key: null, target: targetOf(value) }] } : targetOf(value)
      }),
    }
  }

  function readAssignment(node: SyntaxNode): Expression {
    const source = textOf(node)
    if (childrenOf(node).some(child => child.name === '&')) return opaque('a reference to a variable', node)
    const [left, right] = childrenOf(node).filter(isMeaningful)
    if (left === undefined) return group(node, [])
    const value = right === undefined ? null : read(right)
    if (left.name === 'Name') return group(node, value === null ? [] : [value])
    const bind: Expression = { is: 'bind', target: targetOf(left), value, how: 'set', source }
    return { is: 'choice', options: value === null ? [] : [value], tested: [bind], source }
  }

  function readUpdate(node: SyntaxNode): Expression {
    const [left, right] = childrenOf(node).filter(isMeaningful)
    if (left === undefined) return group(node, [])
    const value = read(right ?? left)
    return { is: 'bind', target: targetOf(left), value, how: 'update', source: textOf(node) }
  }

  /** `!x`, `if (x) …`: the value is tested and used no further. */
  function readTest(node: SyntaxNode): Expression {
    const isNegation = textOf(node).startsWith('!')
    const isTested = (child: SyntaxNode): boolean => isNegation || child.name === 'ParenthesizedExpression'
    const tested = readAll(childrenOf(node).filter(isTested))
    const others = readAll(childrenOf(node).filter(child => !isTested(child)))
    return group(node, [{ is: 'choice', options: [], tested, source: textOf(node) }, ...others])
  }

  function readBinary(node: SyntaxNode): Expression {
    const [left, right] = childrenOf(node).filter(isMeaningful)
    const source = textOf(node)
    if (left === undefined || right === undefined) return group(node, readAll(childrenOf(node)))
    if (node.getChild('ConcatOp') !== null) return { is: 'join', parts: [read(left), read(right)], source }
    const operator = node.getChild('LogicOp')
    const parts = [read(left), read(right)]
    return operator !== null && textOf(operator) === '??'
      ? { is: 'choice', options: parts, tested: [], source }
      : { is: 'choice', options: [], tested: parts, source }
  }

  function readFunction(node: SyntaxNode): FunctionExpression {
    const list = node.getChild('ParamList')
    const params = list === null ? [] : childrenOf(list).filter(child => /Parameter$/.test(child.name))
    const arrow = childrenOf(node).findIndex(child => child.name === '=>')
    const body = arrow < 0 ? node.getChildren('Block') : childrenOf(node).slice(arrow + 1)
    return {
      is: 'function',
      params: params.map(param => {
        const [name] = param.getChildren('VariableName')
        const equals = childrenOf(param).findIndex(child => child.name === 'AssignOp')
        const fallback = equals < 0 ? undefined : childrenOf(param)[equals + 1]
        return {
          target: name === undefined ? { to: 'items', items: [] } : { to: 'name', name: textOf(name) },
          fallback: fallback === undefined ? null : read(fallback),
          rest: param.name === 'VariadicParameter',
          given: null,
        }
      }),
      body: readAll(body),
      source: textOf(node),
    }
  }

  function readForeach(node: SyntaxNode): Expression {
    const spec = node.getChild('ForSpec')
    const source = textOf(node)
    const children = spec === null ? [] : childrenOf(spec)
    const as = children.findIndex(child => child.name === 'as')
    const value = children.slice(0, Math.max(as, 0)).find(isMeaningful)
    const target = children.slice(as + 1).find(isMeaningful)
    if (value === undefined || target === undefined) return opaque('a loop with unsupported syntax', node)
    const [key, item] = target.name === 'Pair' ? childrenOf(target).filter(isMeaningful) : [undefined, target]
    if (item === undefined) return opaque('a loop with unsupported syntax', node)
    const binds: readonly Expression[] = [
      { is: 'bind', target: targetOf(item), value: read(value), how: key === undefined ? 'each' : 'update', source },
      ...(key === undefined ? [] : [bindUnknown(textOf(key), node)]),
    ]
    const body = childrenOf(node).filter(child => child.name !== 'ForSpec')
    return { is: 'loop', parts: [...binds, ...readAll(body)], item: null, source }
  }

  return read(root)
}

/** Nodes that have no meaning beyond their parts. */
const transparent = new Set(
  'Program Template ExpressionStatement EchoStatement Block ColonBlock SwitchStatement CaseStatement DefaultStatement ReturnStatement BreakStatement ContinueStatement EmptyStatement TryStatement ThrowStatement ThrowExpression UnsetStatement FunctionStaticDeclaration GlobalDeclaration ConstDeclaration DeclarationList PropertyDeclaration Visibility CastExpression PrintIntrinsic MatchExpression MatchBlock MatchArm ForSpec YieldExpression CloneExpression DeclareStatement Pair SequenceExpression'.split(
    ' ',
  ),
)

/** Not a keyword, an operator, punctuation or a comment. */
const isMeaningful = (node: SyntaxNode): boolean =>
  node.type.isError || (/^[A-Z]/.test(node.name) && !/^(\w+Op|\w*Comment|PhpOpen|PhpClose)$/.test(node.name))
