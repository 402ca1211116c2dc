import { timestamp } from '../../core/clock.ts'
import type { RouteModule } from '../context.ts'
import { addTuning } from '../tuning/tuning.ts'

/** The playground, grants, the policy and insights. Each change is in the journal with the person who made it. */
export const tuningRoutes: RouteModule = (app, { ports, user, changed }) =>
  addTuning(app, {
    cwd: process.cwd(),
    clock: ports.clock,
    record: async (setting, value) => {
      const at = timestamp(ports.clock.now())
      const by = `${user} in the console`
      const recorded = await ports.journal.append([{ type: 'setting_changed', at, session: null, setting, value, by }])
      changed()
      return recorded
    },
  })
