import { describe, expect, test } from 'vitest'
import { effectText } from '../../core/effect-text.ts'
import { madeUpPlace, memoryFacts } from '../../testing.ts'
import { analyse } from '../analyse.ts'

const crowd = (directory: string, stem: string) =>
  Object.fromEntries(Array.from({ length: 300 }, (_, at) => [`${directory}/${stem}${at}`, 'x']))

const project = '/home/dev/project'
const facts = memoryFacts({
  files: {
    ...crowd(project, '.rc'),
    ...crowd(project, 'log'),
    ...crowd('/etc', 'conf'),
    ...Object.fromEntries(Array.from({ length: 300 }, (_, pid) => [`/proc/${pid}/environ`, 'x'])),
    [`${project}/.env`]: 'KEY=x',
    [`${project}/sallyport.yaml`]: 'version: 1',
    [`${project}/notes.txt`]: 'x',
    '/etc/shadow': 'x',
    ...crowd(`${project}/many`, 'entry'),
    [`${project}/many/link`]: { link: '/' },
  },
})

/** What a pattern stands for beside itself, when more names fit it than are followed. */
const crowded: readonly (readonly [what: string, command: string, effects: readonly string[]])[] = [
  ['a file of secrets', 'cat .*', [`read ${project}/.*`, `read ${project}/.env`]],
  ['what the floor keeps', 'cat /etc/*', ['read /etc/*', 'read /etc/shadow']],
  [
    "Sallyport's own file, and what a policy lists",
    'rm *',
    [`delete ${project}/*`, `delete ${project}/notes.txt`, `delete ${project}/sallyport.yaml`],
  ],
  ['a link, which leads elsewhere', 'tee many/*/etc/motd', [`write ${project}/many/*/etc/motd`, 'write /etc/motd']],
  ['nothing that matters', 'cat log*', [`read ${project}/log*`]],
]

describe('no crowd hides a name that is looked out for', () => {
  test('not even one of more names than a call takes arguments', () => {
    const names = ['.env', ...Array.from({ length: 200_000 }, (_, at) => `.rc${at}`)]
    const { effects } = analyse('cat .*', {
      place: madeUpPlace,
      facts: { ...facts, names: path => (path === project ? names : null) },
      sensitive: [],
    })
    expect(effects.filter(effect => effect.kind !== 'run').map(effectText)).toContain(`read ${project}/.env`)
  })

  test.each(crowded)('%s', (_what, command, wanted) => {
    const { effects } = analyse(command, { place: madeUpPlace, facts, sensitive: ['notes.txt'] })
    expect(effects.filter(effect => effect.kind !== 'run').map(effectText)).toEqual(wanted)
  })

  test('on the way, some of many directories are looked into', () => {
    const { effects } = analyse('cat /proc/*/*', { place: madeUpPlace, facts, sensitive: [] })
    expect(effects.map(effectText).join('\n')).toMatch(/read \/proc\/\d+\/environ/)
  })
})
