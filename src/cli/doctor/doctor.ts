import { clientSettings } from '../../adapters/install/clients.ts'
import { visible } from '../../core/wording/visible.ts'
import { defineCommand } from '../define-command.ts'
import { exitCodes } from '../terminal/exit-codes.ts'
import { print, printJson } from '../terminal/outcome.ts'
import { type Painter, stdoutPainter } from '../terminal/painter.ts'
import { clientFindings, isHookInstalled } from './doctor-client.ts'
import { canaryNotRun, clientCanary } from './doctor-client-canary.ts'
import { containFindings } from './doctor-contain.ts'
import { machineFindings } from './doctor-machine.ts'
import { type Finding, fault, note } from './finding.ts'

export const doctorCommand = defineCommand({
  help: `usage: sallyport doctor [--client] [--json]

Checks each client's version, settings and hook, and the policies, the journal and the fence. It
runs the hook with one call that must be denied and one that must be allowed; both are recorded.
Where the hook may contain calls, it also runs a harmless one in the fence, in a directory of its
own that it removes. Nothing else is changed.

  --client   also make each client run a harmless command, and look for that call in the journal;
             the client uses its model for this, which costs a little
  --json     print the findings as JSON

exit codes: 0 the gate works, 2 a fault was found, 64 usage
`,
  options: {
    client: { type: 'boolean' },
    json: { type: 'boolean' },
  },
  operands: { most: 0, otherwise: '`doctor` takes no operands' },
  async run(options) {
    const clients = Object.keys(clientSettings)
    // If no client has the hook, that is a fault. If some have it, the others may be left out on purpose.
    const unguarded = clients.some(isHookInstalled) ? note : fault
    const findings = [
      ...clients.flatMap(client => clientFindings(client, unguarded)),
      ...clients.flatMap(options.flag('client') ? clientCanary : canaryNotRun),
      ...(await machineFindings()),
      ...(await containFindings(clients)),
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
