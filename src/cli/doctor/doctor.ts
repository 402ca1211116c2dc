import { clientSettings } from '../../adapters/install/clients.ts'
import { defineCommand } from '../define-command.ts'
import { exitCodes } from '../terminal/exit-codes.ts'
import { print, printJson } from '../terminal/outcome.ts'
import { type Painter, stdoutPainter } from '../terminal/painter.ts'
import { visible } from '../terminal/visible.ts'
import { clientFindings, isHookInstalled } from './doctor-client.ts'
import { canaryNotTried, clientCanary } from './doctor-client-canary.ts'
import { machineFindings } from './doctor-machine.ts'
import { type Finding, fault, note } from './finding.ts'

export const doctorCommand = defineCommand({
  help: `usage: sallyport doctor [--client] [--json]

One line a check: the client's version and settings, the installed hook (it is really run, with a
call that must be denied and one that must be allowed; both are recorded), policies, journal, fence.
Nothing is changed.

  --client   also let the client itself make a harmless call, and look for it in the journal;
             it talks to its model for that, which costs a little

exit codes: 0 all is well, 2 something is not, 64 usage
`,
  options: {
    client: { type: 'boolean' },
    json: { type: 'boolean' },
  },
  operands: { most: 0, otherwise: '`doctor` takes no operands' },
  async run(options) {
    const clients = Object.keys(clientSettings)
    // With a gate before no client at all, nothing holds; a client that is left out beside another may be meant to be.
    const unguarded = clients.some(isHookInstalled) ? note : fault
    const findings = [
      ...clients.flatMap(client => clientFindings(client, unguarded)),
      ...clients.flatMap(options.flag('client') ? clientCanary : canaryNotTried),
      ...(await machineFindings()),
    ]
    const isWell = findings.every(({ state }) => state !== 'fault')
    if (options.flag('json')) printJson({ ok: isWell, findings })
    else print(findingsText(findings, stdoutPainter()))
    return isWell ? exitCodes.allow : exitCodes.deny
  },
})

const findingsText = (findings: readonly Finding[], paint: Painter): string =>
  findings
    .map(({ check, state, says, fix }) => {
      const todo = fix === null ? '' : paint.dim(`  → ${visible(fix)}`)
      return `${painted[state](paint)}  ${check.padEnd(checkWidth)}  ${visible(says)}${todo}\n`
    })
    .join('')

const checkWidth = 12

const painted: Readonly<Record<Finding['state'], (paint: Painter) => string>> = {
  ok: paint => paint.allow('ok   '),
  note: paint => paint.ask('note '),
  fault: paint => paint.deny('FAULT'),
}
