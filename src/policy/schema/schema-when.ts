import * as v from 'valibot'
import { networks } from '../../core/address/network.ts'
import { effectKinds, type Where, zones } from '../../core/effect.ts'
import { limits } from '../../core/limits.ts'
import { risks } from '../../core/risk.ts'
import { tiers } from '../../core/tier.ts'
import { modes, reaches } from './document.ts'
import { closed } from './schema-closed.ts'
import { flag, host, oneOrMore, textSchema, textsLike, textsSchema, word, words } from './schema-parts.ts'
import { mustBe } from './schema-words.ts'

const places = ['local', 'host', 'container', 'pod'] as const satisfies readonly Where['at'][]
const code = ['known', 'project', 'unknown'] as const

const scalar = v.union([v.string(), v.number(), v.boolean()], mustBe('a string, a number, `true` or `false`'))

/** Keys of the call's input and the values they may have; the output is a list of pairs. */
const input = v.pipe(
  v.unknown(),
  v.check(value => !Array.isArray(value), mustBe('a map of input keys to values')),
  v.record(
    v.string(),
    oneOrMore(scalar, {
      description: 'The value, or a list of possible values. * matches any text.',
      examples: ['acme', ['main', 'release/*']],
      least: 1,
      message: mustBe('a string, a number, `true`, `false` or a list of them'),
    }),
    mustBe('a map of input keys to values'),
  ),
  v.minEntries(1, 'must name at least one key'),
  v.metadata({
    description: "Keys of the tool call's input and the values that they must have.",
    examples: [{ owner: 'acme' }],
  }),
  v.transform(pairs => Object.entries(pairs)),
)

const paths = (description: string) => textsSchema(description, ['src/**', ['.env', '~/.ssh/**']])

const regexes = (description: string, examples: readonly string[]) =>
  textsLike(
    {
      pattern: new RegExp(`^[^]{1,${limits.regexChars}}$`),
      otherwise: `must have 1 to ${limits.regexChars} characters`,
    },
    description,
    examples,
  )

/** A rule's conditions. */
export const whenSchema = v.pipe(
  closed('`when`', {
    run: v.exactOptional(
      textsLike(
        { pattern: /^\s*[^\s-]/, otherwise: 'must start with a program, such as `git push --force`' },
        'Programs with their words and flags. Flags match in any order and spelling, * matches any word.',
        ['git push --force', ['pytest', 'npm test']],
      ),
    ),
    read: v.exactOptional(paths('Files that are read. Relative paths start at the workspace.')),
    write: v.exactOptional(paths('Files that are created or changed.')),
    delete: v.exactOptional(paths('Files that are deleted.')),
    touch: v.exactOptional(paths('Files that are read, written or deleted.')),
    connect: v.exactOptional(
      textsLike(host, 'Hosts that the call connects to, with or without a port. * matches any name.', [
        '*.corp.example',
        ['registry.npmjs.org', 'pypi.org:443'],
      ]),
    ),
    change: v.exactOptional(
      textsLike(
        {
          pattern: /^[^/\s]+\/[^/\s]+$/,
          otherwise: 'must be a system and an action with one `/` between them, such as `git/history`',
        },
        'Changes beyond files, as system/action.',
        ['git/history', ['kubernetes/*', 'database/drop']],
      ),
    ),
    spawn: v.exactOptional(textsSchema('Sub-agents that are started, by name.', ['reviewer', '*'])),
    opaque: v.exactOptional(
      v.pipe(
        v.literal(true, mustBe('`true`, or the key left out')),
        v.description('Code in the call that cannot be analysed before it runs.'),
      ),
    ),
    effect: v.exactOptional(words(effectKinds, 'Kinds of effects.')),
    in: v.exactOptional(words(zones, 'Where a path is.')),
    sensitive: v.exactOptional(flag('Whether the path is sensitive, such as a key or a password file.')),
    code: v.exactOptional(words(code, 'Whether the program is known, project code (from the workspace) or unknown.')),
    where: v.exactOptional(words(places, 'The machine: this one (local), a host over ssh, a container or a pod.')),
    sends: v.exactOptional(flag('Whether a connection sends data.')),
    network: v.exactOptional(
      words(networks, 'Networks that are not the public internet: this machine, the local network, cloud metadata.'),
    ),
    tool: v.exactOptional(
      textsSchema('Tools by name. The rule then matches all effects of the call.', ['mcp__github__*']),
    ),
    input: v.exactOptional(input),
    text: v.exactOptional(
      v.pipe(
        textSchema('A regular expression over the command, or over the input as JSON.', ['curl .*\\| *sh']),
        v.maxLength(limits.regexChars, `must have at most ${limits.regexChars} characters`),
      ),
    ),
    command: v.exactOptional(
      regexes(
        'Regular expressions over one command as it would be typed; an ask or deny also searches the whole text.',
        ['^npm run (test|build)$'],
      ),
    ),
    path: v.exactOptional(
      regexes('Regular expressions over the touched path: absolute, from ~ or from the workspace.', [
        '\\\\.(pem|key)$',
      ]),
    ),
    reach: v.exactOptional(
      words(reaches, 'Paths that an allow covers without naming them: those outside the workspace, sensitive ones.'),
    ),
    agent: v.exactOptional(textsSchema('The agents that make the call, by name.', ['reviewer'])),
    tier: v.exactOptional(
      word(tiers, 'The highest tier that an allow covers, or the lowest that an ask or deny matches.'),
    ),
    risk: v.exactOptional(
      word(risks, 'The highest risk that an allow covers, or the lowest that an ask or deny matches.'),
    ),
    automation: v.exactOptional(flag('Whether the session is unattended, as in CI.')),
    careful: v.exactOptional(flag('Whether the session is in careful mode.')),
    escalated: v.exactOptional(flag('Whether the call asks for more rights than the session has.')),
    complex: v.exactOptional(flag('Whether the command is more than one simple command: a pipe, a list, a redirect.')),
    mode: v.exactOptional(
      word(
        modes,
        'The strictest mode in which an allow applies, or the most permissive one in which an ask or deny does.',
      ),
    ),
  }),
  v.minEntries(1, 'must have at least one key, such as `run: npm test`'),
  v.metadata({
    description:
      'The conditions of the rule. Every key must match, and within a key any entry; keys for kinds of effects (read, write, connect and so on) are alternatives.',
    examples: [{ run: 'git push --force' }, { connect: '*.corp.example', tier: 'write' }],
  }),
)
