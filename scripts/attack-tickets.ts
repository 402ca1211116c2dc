import { type AttackReport, attackTickets } from '../test/contain/ticket-attacks.ts'
import { ticketGround } from '../test/contain/ticket-ground.ts'

/**
 * Attacks the tickets of contained calls: each attempt must be refused, or run exactly what the plan says, once and in the fence.
 * Prints the figures of each kind; `npm run attack:tickets -- 300` makes fewer attempts. Build first.
 */
const [attempts = 1_000] = process.argv.slice(2).map(Number)
const ground = await ticketGround()
const kinds = new Map<string, AttackReport>()
try {
  const total = await attackTickets(ground, { attempts }, (name, { refused, planned, faults }) => {
    const before = kinds.get(name) ?? { refused: 0, planned: 0, faults: [] }
    before.refused += refused
    before.planned += planned
    before.faults.push(...faults)
    kinds.set(name, before)
  })
  for (const [name, { refused, planned, faults }] of kinds)
    console.log(
      `${name.padEnd(72)} ${String(refused).padStart(5)} refused ${String(planned).padStart(5)} as planned ${faults.length} faults`,
    )
  for (const fault of total.faults.slice(0, 10)) console.log(fault)
  const count = total.refused + total.planned + total.faults.length
  console.log(
    `${count} attempts: ${total.refused} refused, ${total.planned} ran only what the plan says, ${total.faults.length} faults`,
  )
  process.exitCode = total.faults.length === 0 && count >= attempts ? 0 : 1
} finally {
  ground.remove()
}
