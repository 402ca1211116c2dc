import type { Options, Programs, Subcommand } from '../engine/table.ts'

const looks = (options: Options = {}): Subcommand => ({ tier: 'read', options, operands: 'plain' })

/** A page on another machine; a local file would show its text. */
const page = {
  'file:* view-source:* chrome:* data:* javascript:* blob:*': 'opaque a page that is not on the web',
  '*': 'connect',
} as const

const visits = (options: Options = {}): Subcommand => ({ tier: 'read', options, operands: page })

/** The page that is open may be any, so a click or a key may send something anywhere. */
const acts: Subcommand = { tier: 'execute', does: ['connect sends'], otherOptions: 'plain', operands: 'plain' }

const reveals: Subcommand = { tier: 'read', does: ['change secrets/read'], otherOptions: 'plain', operands: 'plain' }

const installs: Subcommand = { tier: 'execute', does: ['change packages/install'], otherOptions: 'plain' }

/** A browser that agents drive. */
export const agentBrowser: Programs = {
  // A configuration file in the directory can name plugins, which are programs.
  'agent-browser': {
    tier: 'read',
    code: 'project',
    env: {
      'AGENT_BROWSER_SESSION AGENT_BROWSER_HEADED AGENT_BROWSER_JSON AGENT_BROWSER_NAMESPACE AGENT_BROWSER_MAX_OUTPUT AGENT_BROWSER_CONTENT_BOUNDARIES':
        'plain',
      'AGENT_BROWSER_*': 'opaque a setting of the browser',
    },
    options: {
      '--session=NAME --namespace=NAME --max-output=N --color-scheme=NAME --device=NAME --user-agent=TEXT --timeout=N --allowed-domains=LIST --hide-scrollbars=FLAG':
        'plain',
      '--json --headed --full -f --annotate --content-boundaries --webgpu --no-auto-dialog --ignore-https-errors --debug -V':
        'plain',
      '--screenshot-quality=N --screenshot-format=NAME': 'plain',
      '--screenshot-dir=DIR --download-path=DIR': 'write below',
    },
    commands: {
      'open goto navigate': visits({ '--wait-until=STATE': 'plain' }),
      read: visits({ '--filter=TEXT --llms=WHAT --timeout=N --raw --require-md --outline': 'plain' }),
      'vitals a11y': visits({ '--tags=LIST --selector=SELECTOR': 'plain' }),
      snapshot: looks({
        '-i --interactive -u --urls -c --compact -C --cursor -d N --depth=N -s SELECTOR --selector=SELECTOR': 'plain',
      }),
      get: { commands: { 'text html value attr title url count box styles': looks() } },
      is: { commands: { 'visible enabled checked': looks() } },
      'back forward reload scrollintoview scrollinto hover focus highlight frame session close quit exit errors console':
        looks({ '--all --clear': 'plain' }),
      scroll: looks({ '-s SELECTOR --selector=SELECTOR': 'plain' }),
      wait: looks({
        '--text=TEXT -t TEXT --url=PATTERN -u PATTERN --load=STATE -l STATE --state=STATE --timeout=N': 'plain',
      }),
      screenshot: { tier: 'write', options: { '-s SELECTOR --selector=SELECTOR': 'plain' }, operands: 'write' },
      pdf: { tier: 'write', operands: 'write' },
      set: { commands: { 'viewport device geo geolocation offline media': looks() } },
      tab: { ...looks(), commands: { new: visits({ '--label=NAME': 'plain' }), 'list close': looks() } },
      window: { commands: { new: looks() } },
      dialog: { commands: { status: looks() } },
      network: { commands: { requests: looks({ '--filter=TEXT --type=LIST --method=NAME --status=CODE': 'plain' }) } },
      react: {
        commands: {
          'tree inspect suspense': looks({ '--only-dynamic': 'plain' }),
          renders: { commands: { 'start stop': looks() } },
        },
      },
      diff: {
        commands: {
          snapshot: looks({
            '-b FILE --baseline=FILE': 'read',
            '-s SELECTOR --selector=SELECTOR -c --compact -d N --depth=N': 'plain',
          }),
          url: visits({ '--wait-until=STATE --selector=SELECTOR --screenshot': 'plain' }),
        },
      },
      skills: { ...looks(), commands: { 'list get path': looks({ '--all': 'plain' }) } },
      'click dblclick type fill press key keyboard keydown keyup select check uncheck drag upload eval find mouse pushstate chat':
        acts,
      'cookies storage clipboard state auth profiles': reveals,
      'install upgrade': installs,
    },
    examples: {
      'agent-browser --session a open http://localhost:3000': 'connect localhost:3000',
      'agent-browser snapshot -i': [],
      'agent-browser screenshot --full shot.png': 'write shot.png',
      'agent-browser open file:///etc/passwd': 'opaque a page that is not on the web: `file:///etc/passwd`',
      'agent-browser click @e2': 'connect … sends',
      'agent-browser cookies': 'change secrets/read',
      'agent-browser --profile Default snapshot': [
        'opaque unknown option `--profile` of `agent-browser`',
        'opaque unknown subcommand `Default` of `agent-browser`',
      ],
      'agent-browser wait --fn x': 'opaque unknown option `--fn` of `agent-browser wait`',
    },
  },
}
