import { faultText } from '../../core/fault.ts'
import { verifyInTurns } from '../../io/journal/journal-verify.ts'
import type { AuditVerification } from '../api.ts'
import type { RouteModule } from '../context.ts'

/** The state of this machine, and whether its journal is intact. */
export const machineRoutes: RouteModule = (app, context) => {
  app.get('/api/overview', async c => c.json(await context.overview()))

  app.post('/api/audit/verify', async c => {
    const { directory, anchor } = context.journal
    const verified = await verifyInTurns(directory, { anchor })
    const answer: AuditVerification = verified.ok
      ? {
          intact: true,
          records: verified.value.records,
          segments: verified.value.segments,
          last: `${verified.value.records}:${verified.value.hash}`,
          breaks: verified.value.breaks.length,
          milliseconds: Math.round(verified.value.milliseconds),
        }
      : { intact: false, fault: faultText(verified.faults[0]) }
    return c.json(answer)
  })
}
