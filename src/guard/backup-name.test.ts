import { describe, expect, test } from 'vitest'
import { originalOf } from './backup-name.ts'
import { sensitivity } from './sensitive.ts'

describe('the original of a copy', () => {
  test.each([
    ['/a/.netrc.bak', '/a/.netrc'],
    ['/a/.env~', '/a/.env'],
    ['/a/.env.~1~', '/a/.env'],
    ['/a/id_rsa.old', '/a/id_rsa'],
    ['/a/id_rsa-old', '/a/id_rsa'],
    ['/a/#.env#', '/a/.env'],
    ['/a/.#.env', '/a/.env'],
    ['/a/.netrc.bak.gz', '/a/.netrc'],
    ['/a/.netrc.2024-01-01', '/a/.netrc'],
    ['/a/src/a.ts', '/a/src/a.ts'],
    ['/a.bak/src/a.ts', '/a.bak/src/a.ts'],
    ['/a/~', '/a/~'],
    ['/a/.old', '/a/.old'],
  ])('%s → %s', (path, original) => expect(originalOf(path)).toBe(original))
})

describe('copies of secrets', () => {
  test.each(
    [
      '.netrc.bak .env~ .env.swp id_rsa.old .npmrc~ .#.env #.env# .git-credentials.save .netrc.swp .id_rsa.swp server.key.bak .pgpass.1',
      'etc/shadow.bak .docker/config.json.old private/etc/master.passwd',
    ].flatMap(line => line.split(' ')),
  )('%s is sensitive to read', name => expect(sensitivity(`/w/${name}`, 'read')).not.toBeNull())
  test.each(
    'src/auth.ts.bak .env.example~ .env.example.bak Secret.java.orig notes.txt~ a.tar.gz token-usage.md.bak .bashrc.bak key.old.md package-lock.json.bak'.split(
      ' ',
    ),
  )('%s is not', name => expect(sensitivity(`/w/${name}`, 'read')).toBeNull())
  test.each('.bashrc.bak AGENTS.md.orig package-lock.json~'.split(' '))('%s may be changed', name =>
    expect(sensitivity(`/w/${name}`, 'change')).toBeNull(),
  )
})
