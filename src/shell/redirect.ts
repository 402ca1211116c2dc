import type { Redirection } from 'unbash'
import { isKnown, wordText } from '../core/word.ts'
import { locate } from '../guard/locate.ts'
import { expandParts, expandText } from './expand.ts'
import { type Frame, type Stdin, spanIn } from './frame.ts'
import { addOpaque } from './walk.ts'

/** The files that redirects open, and what they feed to standard input (null: they leave it alone). */
export function walkRedirects(redirects: readonly Redirection[], frame: Frame): Stdin | null {
  let stdin: Stdin | null = null
  for (const redirect of redirects) {
    const fed = walkRedirect(redirect, frame)
    if (fed !== null) stdin = fed
  }
  return stdin
}

function walkRedirect(redirect: Redirection, frame: Frame): Stdin | null {
  if (redirect.type === 'HereDoc') {
    const { body } = redirect
    const text =
      redirect.delimiter?.quoted === false && body.parts !== undefined ? expandParts(body.parts, frame) : body.text
    return { from: 'text', text }
  }
  if (redirect.target === undefined) {
    addOpaque('a redirect without a target', redirect, frame)
    return null
  }
  const target = expandText(redirect.target, frame)
  if (redirect.type === 'HereString') return { from: 'text', text: target }
  frame.recorder.mark('redirect')
  const duplicates = redirect.operator === '>&' || redirect.operator === '<&'
  if (duplicates && isKnown(target) && /^(\d+-?|-)$/.test(target)) return null
  const reads = redirect.operator === '<' || redirect.operator === '<>'
  const writes = redirect.operator !== '<' && redirect.operator !== '<&'
  const request = {
    path: target,
    cwd: frame.scope.cwd,
    how: redirect.operator,
    span: spanIn(frame, redirect),
    chain: frame.chain,
    where: frame.where,
  }
  const socket = isKnown(target) ? /^\/dev\/(?:tcp|udp)\/([^/]+)\/(\d+)/.exec(target) : null
  if (socket !== null) {
    frame.recorder.add({
      kind: 'connect',
      host: socket[1] ?? '',
      port: Number(socket[2]),
      sends: writes,
      tier: writes ? 'write' : 'read',
      span: request.span,
      chain: frame.chain,
      where: frame.where,
      by: null,
    })
  } else {
    if (reads) frame.recorder.add(locate({ ...request, kind: 'read' }, frame.world))
    if (writes) frame.recorder.add(locate({ ...request, kind: 'write' }, frame.world))
  }
  return reads && wordText(target) !== '' ? { from: 'file' } : null
}
