import type { Subcommand } from '../engine/table.ts'
import { applies, cloudReads, deletes, stops } from './cloud-actions.ts'

type Commands = Readonly<Record<string, Subcommand>>

/** The verbs that most nouns of a service's program accept. */
export const nounVerbs: Commands = {
  'list ls show get info describe status inspect search history': cloudReads,
  'create add new update set edit enable attach import rename resize assign restore tag label': applies,
  'delete destroy rm remove unset disable detach purge revoke': deletes,
  'stop restart reboot suspend power-off shutdown poweroff reset': stops,
}

/** A noun with additional verbs, which take precedence. */
export const noun = (own: Commands = {}): Subcommand => ({ commands: { ...nounVerbs, ...own } })
