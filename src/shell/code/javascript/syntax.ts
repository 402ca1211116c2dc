import type { SyntaxNode } from '@lezer/common'
import type { Argument, Dict, Expression, FunctionExpression, Param } from '../evaluation/expression.ts'
import { newVisits } from '../evaluation/visits.ts'
import { childrenOf, splitAt, withoutBrackets } from '../parsing/syntax-node.ts'
import { importsOf } from './imports.ts'
import { decodeJavaScript } from './string-literal.ts'
import { readPattern } from './targets.ts'

/** Converts a JavaScript syntax tree to expressions. The tree's depth was checked before, so recursion is safe. */
export function readJavaScriptTree(root: SyntaxNode, code: string): Expression {
  let inClass = 0
  const visited = newVisits(
    /^(CallExpression|NewExpression|TaggedTemplateExpression|DynamicImport|ImportDeclaration|MemberExpression)$/,
  )
  const textOf = (node: SyntaxNode): string => code.slice(node.from, node.to)
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
        return { is: 'text', value: decodeJavaScript(source.slice(1, -1)), source }
      case 'TemplateString':
        return readTemplate(node)
      case 'Number':
        return { is: 'number', source }
      case 'BooleanLiteral':
        return { is: 'flag', value: source === 'true', source }
      case 'null':
        return { is: 'none', source }
      case 'VariableName':
        return source === 'undefined' ? { is: 'none', source } : { is: 'name', name: source, source }
      case 'this':
        return inClass > 0 ? group(node, []) : { is: 'name', name: 'globalThis', source }
      case 'MemberExpression':
        return readMember(node)
      case 'CallExpression':
      case 'NewExpression':
        return readCall(node)
      case 'TaggedTemplateExpression':
        return readTagged(node)
      case 'DynamicImport':
        return {
          is: 'call',
          callee: { is: 'name', name: 'import', source },
          args: readArguments(withoutBrackets(node).slice(1)),
          source,
        }
      case 'ParenthesizedExpression':
      case 'AwaitExpression':
      case 'InstantiationExpression':
      case 'PrefixCast':
        return readLast(node)
      case 'SequenceExpression':
        return readSequence(node)
      case 'ArrayExpression':
        return { is: 'list', items: readArguments(withoutBrackets(node)), source }
      case 'ObjectExpression':
        return readObject(node)
      case 'ConditionalExpression':
        return readConditional(node)
      case 'BinaryExpression':
        return readBinary(node)
      case 'UnaryExpression':
      case 'IfStatement':
        return readTest(node)
      case 'PostfixExpression':
        return readPostfix(node)
      case 'AssignmentExpression':
        return readAssignment(node)
      case 'VariableDeclaration':
        return group(node, readDeclaration(node))
      case 'FunctionExpression':
      case 'ArrowFunction':
        return readFunction(node)
      case 'FunctionDeclaration':
        return readNamed(node, readFunction(node))
      case 'ClassDeclaration':
      case 'ClassExpression':
        return readClass(node)
      case 'ForStatement':
      case 'WhileStatement':
      case 'DoStatement':
        return { is: 'loop', parts: childrenOf(node).flatMap(readLoopPart), item: null, source }
      case 'CatchClause':
        return group(node, childrenOf(node).flatMap(readCatchPart))
      case 'ImportDeclaration':
      case 'ExportDeclaration':
        return group(node, [
          ...importsOf(node, code),
          ...readAll(childrenOf(node).filter(child => !isImportPart(child))),
        ])
      case 'WithStatement':
        return { is: 'opaque', why: 'a `with` statement', source }
      default:
        return isType(node) ? group(node, []) : group(node, readAll(childrenOf(node)))
    }
  }

  function readTemplate(node: SyntaxNode): Expression {
    const source = textOf(node)
    const parts: Expression[] = []
    let from = node.from + 1
    const addText = (to: number): void => {
      const value = decodeJavaScript(code.slice(from, to))
      if (value !== '') parts.push({ is: 'text', value, source: value })
    }
    for (const child of childrenOf(node)) {
      if (child.name !== 'Interpolation') continue
      addText(child.from)
      parts.push(readLast(child))
      from = child.to
    }
    addText(node.to - 1)
    return { is: 'join', parts, source }
  }

  /** The one expression in brackets or after a keyword. */
  function readLast(node: SyntaxNode): Expression {
    const inner = childrenOf(node).filter(child => isMeaningful(child) && !isType(child))
    const [only] = inner
    return only !== undefined && inner.length === 1 ? read(only) : group(node, readAll(inner))
  }

  function readMember(node: SyntaxNode): Expression {
    const [object, ...rest] = childrenOf(node)
    const source = textOf(node)
    if (object === undefined) return group(node, [])
    const property = rest.find(child => child.name === 'PropertyName' || child.name === 'PrivatePropertyName')
    const inside = rest.filter(child => isMeaningful(child))[0]
    const key: Expression =
      property !== undefined
        ? { is: 'text', value: textOf(property), source: textOf(property) }
        : inside === undefined
          ? group(node, [])
          : read(inside)
    return { is: 'member', object: read(object), key, source }
  }

  function readCall(node: SyntaxNode): Expression {
    const callee = childrenOf(node).find(isMeaningful)
    const list = node.getChild('ArgList')
    if (callee === undefined) return group(node, [])
    const args = list === null ? [] : readArguments(withoutBrackets(list))
    const called = read(callee)
    return {
      is: 'call',
      callee: called,
      args: args.map((arg, i) => (i === 0 ? withGiven(arg, called) : arg)),
      source: textOf(node),
    }
  }

  /** The first parameter of the function in `list.map(x => …)` and `promise.then(x => …)` is known. */
  function withGiven(arg: Argument, callee: Expression): Argument {
    if (arg.value.is !== 'function' || callee.is !== 'member' || callee.key.is !== 'text') return arg
    const how = callee.key.value === 'then' ? 'set' : iterators.has(callee.key.value) ? 'each' : null
    const [first, ...others] = arg.value.params
    if (how === null || first === undefined) return arg
    const params = [{ ...first, given: { value: callee.object, how } as const }, ...others]
    return { ...arg, value: { ...arg.value, params } }
  }

  function readTagged(node: SyntaxNode): Expression {
    const [tag, template] = childrenOf(node).filter(child => isMeaningful(child) && !isType(child))
    if (tag === undefined || template === undefined) return group(node, readAll(childrenOf(node)))
    return {
      is: 'call',
      callee: read(tag),
      args: [{ value: read(template), name: null, spread: false }],
      source: textOf(node),
    }
  }

  function readArguments(nodes: readonly SyntaxNode[]): readonly Argument[] {
    return splitAt(nodes, ',').flatMap(part => {
      const value = part.find(isMeaningful)
      const spread = part.some(child => child.name === 'Spread')
      return value === undefined ? [] : [{ value: read(value), name: null, spread }]
    })
  }

  function readSequence(node: SyntaxNode): Expression {
    const parts = readAll(childrenOf(node))
    return { is: 'choice', options: parts.slice(-1), tested: parts.slice(0, -1), source: textOf(node) }
  }

  function readObject(node: SyntaxNode): Expression {
    const entries = node.getChildren('Property').map((property): Dict['entries'][number] => {
      const children = childrenOf(property)
      const colon = children.findIndex(child => child.name === ':')
      const spread = children.findIndex(child => child.name === 'Spread')
      const inside = children.find((child, i) => isMeaningful(child) && i > spread)
      if (spread >= 0) return { key: null, value: inside === undefined ? group(property, []) : read(inside) }
      const isMethod = property.getChild('ParamList') !== null
      const value = colon >= 0 ? children.slice(colon + 1).find(isMeaningful) : undefined
      return {
        key: readKey(children.slice(0, colon < 0 ? undefined : colon), property),
        value: isMethod ? readFunction(property) : value === undefined ? shorthand(property) : read(value),
      }
    })
    return { is: 'dict', entries, source: textOf(node) }
  }

  const shorthand = (property: SyntaxNode): Expression => ({
    is: 'name',
    name: textOf(property),
    source: textOf(property),
  })

  function readKey(nodes: readonly SyntaxNode[], property: SyntaxNode): Expression {
    const name = nodes.find(child => child.name === 'PropertyDefinition')
    if (name !== undefined) return { is: 'text', value: textOf(name), source: textOf(name) }
    const inside = nodes.find(isMeaningful)
    return inside === undefined ? group(property, []) : read(inside)
  }

  function readConditional(node: SyntaxNode): Expression {
    const [test, ...options] = readAll(childrenOf(node))
    return { is: 'choice', options, tested: test === undefined ? [] : [test], source: textOf(node) }
  }

  /** `!x`, `typeof x`, `if (x) …`: the value is tested and used no further. */
  function readTest(node: SyntaxNode): Expression {
    const isNegation = /^(!|typeof)/.test(textOf(node))
    const isTested = (child: SyntaxNode): boolean => isNegation || child.name === 'ParenthesizedExpression'
    const tested = readAll(childrenOf(node).filter(isTested))
    const others = readAll(childrenOf(node).filter(child => !isTested(child)))
    return group(node, [{ is: 'choice', options: [], tested, source: textOf(node) }, ...others])
  }

  function readBinary(node: SyntaxNode): Expression {
    const children = childrenOf(node).filter(child => isMeaningful(child) && !isType(child))
    const [left, right] = children
    const operator = textOf(childrenOf(node)[1] ?? node)
    const source = textOf(node)
    if (left === undefined) return group(node, [])
    if (right === undefined) return read(left)
    if (operator === '+') return { is: 'join', parts: [read(left), read(right)], source }
    if (['||', '&&', '??'].includes(operator))
      return { is: 'choice', options: [read(left), read(right)], tested: [], source }
    return { is: 'choice', options: [], tested: [read(left), read(right)], source }
  }

  /** `x!` is x; `x++` changes it. */
  function readPostfix(node: SyntaxNode): Expression {
    const [operand, operator] = childrenOf(node)
    if (operand === undefined) return group(node, [])
    if (operator === undefined || textOf(operator) === '!') return read(operand)
    const { target } = readPattern(operand, code, read)
    return { is: 'bind', target, value: read(operand), how: 'update', source: textOf(node) }
  }

  function readAssignment(node: SyntaxNode): Expression {
    const [left, operator, right] = childrenOf(node).filter(child => !isComment(child))
    const source = textOf(node)
    if (left === undefined || operator === undefined || right === undefined)
      return group(node, readAll(childrenOf(node)))
    const value = read(right)
    const { target, fallbacks } = readPattern(left, code, read)
    const isSet = ['=', '||=', '??=', '&&='].includes(textOf(operator))
    const bind: Expression = { is: 'bind', target, value, how: isSet ? 'set' : 'update', source }
    return { is: 'choice', options: isSet ? [value] : [], tested: [bind, ...fallbacks], source }
  }

  function readDeclaration(node: SyntaxNode): readonly Expression[] {
    return splitAt(childrenOf(node), ',').flatMap((part): readonly Expression[] => {
      const equals = part.findIndex(child => child.name === 'Equals')
      const pattern = part.find(child => /^(VariableDefinition|ObjectPattern|ArrayPattern)$/.test(child.name))
      const value = equals < 0 ? undefined : part.slice(equals + 1).find(isMeaningful)
      if (pattern === undefined) return []
      const { target, fallbacks } = readPattern(pattern, code, read)
      const source = textOf(node)
      return [{ is: 'bind', target, value: value === undefined ? null : read(value), how: 'set', source }, ...fallbacks]
    })
  }

  function readFunction(node: SyntaxNode): FunctionExpression {
    const list = node.getChild('ParamList')
    const arrow = childrenOf(node).findIndex(child => child.name === 'Arrow')
    const body =
      arrow < 0
        ? node.getChildren('Block')
        : childrenOf(node)
            .slice(arrow + 1)
            .filter(isMeaningful)
    const params = list === null ? [] : splitAt(withoutBrackets(list), ',').flatMap(readParam)
    const inner = readAll(body)
    return {
      is: 'function',
      params: params.map(({ param }) => param),
      body: [...params.flatMap(({ fallbacks }) => fallbacks), ...inner],
      source: textOf(node),
    }
  }

  function readParam(part: readonly SyntaxNode[]): readonly { param: Param; fallbacks: readonly Expression[] }[] {
    const equals = part.findIndex(child => child.name === 'Equals')
    const pattern = part.find(child => /^(VariableDefinition|ObjectPattern|ArrayPattern)$/.test(child.name))
    const fallback = equals < 0 ? undefined : part[equals + 1]
    if (pattern === undefined) return []
    const { target, fallbacks } = readPattern(pattern, code, read)
    const rest = part.some(child => child.name === 'Spread')
    return [
      { param: { target, fallback: fallback === undefined ? null : read(fallback), rest, given: null }, fallbacks },
    ]
  }

  function readNamed(node: SyntaxNode, value: Expression): Expression {
    const name = node.getChild('VariableDefinition')
    if (name === null) return value
    return { is: 'bind', target: { to: 'name', name: textOf(name) }, value, how: 'set', source: textOf(node) }
  }

  function readClass(node: SyntaxNode): Expression {
    const name = node.getChild('VariableDefinition')
    const body = node.getChild('ClassBody')
    const outside = readAll(
      childrenOf(node).filter(
        child => !isType(child) && child.name !== 'ClassBody' && child.name !== 'VariableDefinition',
      ),
    )
    inClass += 1
    const members = body === null ? [] : childrenOf(body).flatMap(readClassMember)
    inClass -= 1
    const inner: Expression = { is: 'class', parts: members, source: textOf(node) }
    const bind: readonly Expression[] =
      name === null
        ? []
        : [{ is: 'bind', target: { to: 'name', name: textOf(name) }, value: null, how: 'set', source: textOf(node) }]
    return group(node, [...outside, ...bind, inner])
  }

  function readClassMember(node: SyntaxNode): readonly Expression[] {
    if (node.name === 'MethodDeclaration') {
      return [
        ...readAll(childrenOf(node).filter(child => !/^(ParamList|Block|PropertyDefinition)$/.test(child.name))),
        readFunction(node),
      ]
    }
    return readAll([node])
  }

  function readLoopPart(node: SyntaxNode): readonly Expression[] {
    if (node.name !== 'ForOfSpec' && node.name !== 'ForInSpec') return readAll([node])
    const children = childrenOf(node)
    const at = children.findIndex(child => child.name === 'of' || child.name === 'in')
    const pattern = children.slice(0, at).filter(isMeaningful).at(-1)
    const value = children.slice(at + 1).find(isMeaningful)
    if (pattern === undefined || value === undefined) return readAll(children)
    const { target, fallbacks } = readPattern(pattern, code, read)
    const how = node.name === 'ForOfSpec' ? 'each' : 'update'
    return [{ is: 'bind', target, value: read(value), how, source: textOf(node) }, ...fallbacks]
  }

  function readCatchPart(node: SyntaxNode): readonly Expression[] {
    if (!/^(VariableDefinition|ObjectPattern|ArrayPattern)$/.test(node.name)) return readAll([node])
    const { target, fallbacks } = readPattern(node, code, read)
    return [{ is: 'bind', target, value: null, how: 'set', source: textOf(node) }, ...fallbacks]
  }

  const whole = read(root)
  return visited.hasAll(root)
    ? whole
    : group(root, [whole, { is: 'opaque', why: 'code with unsupported syntax', source: '' }])
}

const iterators = new Set('forEach map filter flatMap some every find'.split(' '))

const isComment = (node: SyntaxNode): boolean => /Comment$/.test(node.name)

const isImportPart = (node: SyntaxNode): boolean =>
  /^(ImportGroup|ExportGroup|Star|String|VariableDefinition)$/.test(node.name)

/** Types have no effect at run time. */
const isType = (node: SyntaxNode): boolean => /^(Type|Interface|Ambient|FunctionSignature)|Type$/.test(node.name)

/** Not a keyword, an operator, punctuation or a comment; `this` and `null` are values. */
const isMeaningful = (node: SyntaxNode): boolean =>
  node.name === 'this' ||
  node.name === 'null' ||
  (/^[A-Z]/.test(node.name) &&
    !/^(Equals|Arrow|Spread|Star|ArithOp|BitOp|CompareOp|LogicOp|UpdateOp|Interpolation(Start|End)|PropertyName|PropertyDefinition|PrivatePropertyDefinition|Label|Hashbang|Privacy|Optional|\w+Comment)$/.test(
      node.name,
    ))
