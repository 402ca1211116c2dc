import * as v from 'valibot'
import { nowhere } from '../../core/call.ts'
import { hasTraversal } from '../../core/path.ts'
import { profileAliases, profileNames } from '../../fence/profile.ts'
import { namedPaths, unwritableReason } from '../../fence/protected-path.ts'
import { adapterNames, fenceModes } from '../../fence/settings.ts'
import { closed } from './schema-closed.ts'
import { amount, anyText, type Form, flag, type Issue, oneOrMore, size, textLike, word } from './schema-parts.ts'
import { describeValue, mustBe } from './schema-words.ts'

const cpus = v.pipe(
  v.number(mustBe('a number')),
  v.minValue(0.1, 'must be at least 0.1'),
  v.maxValue(1_024, 'must be at most 1024'),
  v.metadata({ description: 'The number of processors a call may use, such as 0.5 or 2.', examples: [1] }),
)

/** A host with `*` for a part of it and a port, if only that port is meant. */
const reachableHost: Form = {
  pattern: /^(?:[\w*-]+(?:\.[\w*-]+)*\.?|\[?[0-9a-fA-F:.]+\]?)(?::[0-9]{1,5})?$/,
  otherwise: 'must be a host such as `example.com`, `*.example.com` or `localhost:8080`, without `https://` or a path',
}

const hosts = v.pipe(
  v.array(textLike(reachableHost), mustBe('a list of hosts')),
  v.metadata({ description: 'Hosts that calls may reach.', examples: [['registry.npmjs.org']] }),
)

/** `none`, `full`, or the hosts. */
const network = v.pipe(
  v.union(
    [v.picklist(['none', 'full']), closed('`network`', { allow: v.exactOptional(hosts) })],
    issue => `must be \`none\`, \`full\` or a map with \`allow\`, not ${describeValue(issue.input)}`,
  ),
  v.metadata({
    description:
      "Network access of calls in the sandbox. none: no host. full: the machine's own network. allow: only these hosts. An allowed host can be read from and sent to.",
    examples: ['none', { allow: ['registry.npmjs.org'] }],
  }),
)

const isNamedPath = (path: string): boolean =>
  path.trim() !== '' && !hasTraversal(path) && !path.includes('\0') && (!path.startsWith('~') || path.startsWith('~/'))

const path = v.pipe(
  anyText,
  v.check(isNamedPath, 'must be a path: absolute, `~/…`, or relative to the workspace, without `..`'),
)

/** A made-up place: whether a path is protected does not depend on the names of the home and the project. */
const place = {
  ...nowhere,
  home: '/home/you',
  workspace: ['/home/you/project'],
  own: ['/home/you/.config/sallyport', '/home/you/.local/state/sallyport', '/etc/sallyport'],
}

const whyNot = (text: string): string | null =>
  isNamedPath(text) ? (namedPaths([text], place).flatMap(one => unwritableReason(one, place) ?? [])[0] ?? null) : null

const writablePath = v.pipe(
  path,
  v.check(
    text => whyNot(text) === null,
    ({ input }) => `cannot be made writable: ${whyNot(input)}`,
  ),
)

const notRoot = v.pipe(
  path,
  v.check(text => !/^[/.]*$/.test(text), 'must not hide everything: name a directory or a file'),
)

const variable = textLike({
  pattern: /^[A-Za-z_*][A-Za-z0-9_*]*$/,
  otherwise: 'must be the name of a variable, such as `DATABASE_URL` or `RAILS_*`',
})

const paths = (issue: Issue): string => mustBe('a path or a list of paths')(issue)
const names = (issue: Issue): string => mustBe('a name or a list of names')(issue)

/** Settings of the sandbox that calls run in. */
export const fenceSchema = v.pipe(
  closed('`fence`', {
    mode: v.exactOptional(
      word(
        fenceModes,
        'off: no sandbox; audit: only record what it would do; auto (the default): use it if it works on this machine; enforce: without it, nothing runs.',
      ),
    ),
    profile: v.exactOptional(
      word(
        [...profileNames, ...Object.keys(profileAliases)],
        'How tight the sandbox is, laxest first: minimal (also: dev), balanced, strict (also: prod).',
      ),
    ),
    adapter: v.exactOptional(
      word(adapterNames, "The operating system's sandbox to use; auto picks the one that this machine has."),
    ),
    read_only: v.exactOptional(flag('true: calls in the sandbox cannot write files.')),
    network: v.exactOptional(network),
    write: v.exactOptional(
      oneOrMore(writablePath, {
        description:
          'Paths that calls may write to besides the workspace: absolute, from `~/`, or relative to the workspace. If several policies have this key, only what all of them name counts.',
        examples: [['~/.cache/my-tool']],
        least: 0,
        message: paths,
      }),
    ),
    hide: v.exactOptional(
      oneOrMore(notRoot, {
        description: 'Paths that calls do not see. What any policy names is hidden.',
        examples: [['~/Documents', 'fixtures/customers']],
        least: 0,
        message: paths,
      }),
    ),
    env: v.exactOptional(
      oneOrMore(variable, {
        description:
          'Variables that calls get besides the usual ones. One with the name of a secret is passed on only if it is named exactly. If several policies have this key, only what all of them name counts.',
        examples: [['DATABASE_URL']],
        least: 0,
        message: names,
      }),
    ),
    rewrite: v.exactOptional(
      flag(
        'true: where Sallyport runs a `bash` call, it runs as the tool `sandbox`, with these settings as its input.',
      ),
    ),
    limits: v.exactOptional(
      v.pipe(
        closed('`limits`', {
          memory: v.exactOptional(
            v.pipe(size, v.metadata({ description: 'Memory, such as 512m or 2g.', examples: ['2g'] })),
          ),
          cpus: v.exactOptional(cpus),
          processes: v.exactOptional(amount(1_000_000, 'The number of processes that may run at once.')),
          seconds: v.exactOptional(amount(604_800, 'How long a call may run, in seconds.')),
          file_size: v.exactOptional(
            v.pipe(size, v.metadata({ description: 'The size of each file that a call writes.', examples: ['1g'] })),
          ),
          output: v.exactOptional(
            v.pipe(
              size,
              v.metadata({ description: 'How much a call may print; it is stopped then.', examples: ['10m'] }),
            ),
          ),
        }),
        v.description('Resource limits of a call.'),
      ),
    ),
  }),
  v.metadata({
    description: 'The sandbox that calls run in.',
    examples: [{ profile: 'balanced', limits: { memory: '2g', processes: 256, seconds: 600 } }],
  }),
)
