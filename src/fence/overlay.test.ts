import { describe, expect, test } from 'vitest'
import type { FencePlan } from './fence.ts'
import { type OverlayLayers, overlaidPlan } from './overlay.ts'
import { unlimited } from './profile.ts'

const roots = ['/w', '/home/you/a b']
const plan: FencePlan = {
  argv: [
    ...['/usr/bin/bwrap', '--ro-bind', '/', '/', '--bind', '/w', '/w', '--bind', '/home/you/a b', '/home/you/a b'],
    ...['--bind', '/cache', '/cache', '--ro-bind', '/w/.mcp.json', '/w/.mcp.json', '--chdir', '/w', '--'],
    ...['/usr/bin/prlimit', '--bind', '/w'],
  ],
  ...{ env: [], mounts: [], seccomp: null, network: [], limits: unlimited, guarded: [], overlay: roots },
}
const layers: OverlayLayers = {
  ...{ method: 'bubblewrap', unshare: '/usr/bin/unshare', mount: '/usr/bin/mount', directory: '/state/t' },
  user: { uid: 1000, gid: 100 },
}

describe('the words of a plan with overlays', () => {
  // From bwrap(1), 0.10: `--overlay-src SRC`, once or more, then `--overlay RWSRC WORKDIR DEST`.
  test('bubblewrap 0.10 mounts them itself, each at the place of the real directory', () => {
    expect(overlaidPlan(plan, layers).argv).toEqual([
      ...['/usr/bin/bwrap', '--ro-bind', '/', '/'],
      ...['--overlay-src', '/w', '--overlay', '/state/t/0/upper', '/state/t/0/work', '/w'],
      ...['--overlay-src', '/home/you/a b', '--overlay', '/state/t/1/upper', '/state/t/1/work', '/home/you/a b'],
      ...['--bind', '/cache', '/cache', '--ro-bind', '/w/.mcp.json', '/w/.mcp.json', '--chdir', '/w', '--'],
      ...['/usr/bin/prlimit', '--bind', '/w'],
    ])
  })

  test('with `unshare`, they are mounted first, and the command runs as the user', () => {
    const { argv } = overlaidPlan(plan, { ...layers, method: 'unshare' })
    const start = argv.indexOf('/usr/bin/bwrap')
    expect(argv.slice(0, 4)).toEqual(['/usr/bin/unshare', '--user', '--map-root-user', '--mount'])
    expect(argv.slice(start - 5, start)).toEqual(['/usr/bin/mount', '/state/t', ...roots, '--'])
    expect(argv.slice(start + 4, start + 10)).toEqual([
      ...['--bind', '/state/t/0/merged', '/w', '--bind', '/state/t/1/merged', '/home/you/a b'],
    ])
    expect(argv.slice(-8)).toEqual(['--uid', '1000', '--gid', '100', '--', '/usr/bin/prlimit', '--bind', '/w'])
  })

  test.each(['bubblewrap', 'unshare'] as const)(
    'with %s, no word before the command binds a real directory',
    method => {
      const { argv } = overlaidPlan(plan, { ...layers, method })
      const words = argv.slice(argv.indexOf('/usr/bin/bwrap'), argv.lastIndexOf('--'))
      const writable = words.flatMap((word, at) => (word === '--bind' ? [words[at + 1]] : []))
      expect(writable.filter(path => roots.includes(path ?? ''))).toEqual([])
    },
  )
})
