import { timestamp } from '../../core/clock.ts'
import { changeSwitches } from '../../io/stores/change-switches.ts'
import type { RouteModule, ServerContext } from '../context.ts'
import { addSwitches } from '../switches.ts'
import { addTuning } from '../tuning/tuning.ts'
import { inConsole } from './in-console.ts'

/** The routes that change how the gate decides. Each change is in the journal with the person who made it. */
export const settingRoutes: RouteModule = (app, context) => {
  const { paths, ports, user } = context
  const by = inConsole(user)
  const record = recorder(context)
  const changes = changeSwitches({ paths, by, now: () => ports.clock.now().getTime(), record })
  app.use('/api/*', async (c, next) => {
    await next()
    if (c.req.method !== 'GET') context.changed()
  })
  addSwitches(app, () => changes)
  addTuning(app, { cwd: process.cwd(), clock: ports.clock, record: (setting, value) => record(setting, value, null) })
}

const recorder =
  ({ ports, user }: ServerContext) =>
  (setting: string, value: string, session: string | null) => {
    const at = timestamp(ports.clock.now())
    return ports.journal.append([{ type: 'setting_changed', at, session, setting, value, by: inConsole(user) }])
  }
