import type { Subcommand } from '../engine/table.ts'
import { applies, cloudReads, deletes, printsSecrets, stops } from './cloud-actions.ts'

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

/** Nouns whose description may contain a secret: a database's address holds its password. Patterns, so that a noun that a table lists comes first. */
const tellingNouns =
  'auth* config* env* user* *secret* *token* *key* *keys *credential* *password* *setting* *environment* *variable* *connection* *kms* *vault* *identit* *session* *database* *postgres* *mysql* *redis* *mongo*'

const secrets: Subcommand = { ...printsSecrets, operands: 'plain' }
const reads: Commands = { 'list ls show get info describe status': { ...cloudReads, operands: 'plain' } }

/**
 * Nouns that a table does not list: services add new ones every month. The verb decides, unless a noun may hold secrets;
 * verbs other than those that read are unknown.
 */
export const otherNouns: Commands = {
  [tellingNouns]: secrets,
  '*': {
    commands: {
      ...reads,
      [tellingNouns]: secrets,
      '*': { commands: { ...reads, [tellingNouns]: secrets, '*': { commands: reads } } },
    },
  },
}

/** The same for programs that join noun and verb: `heroku apps:info`. */
export const otherJoinedNouns: Commands = {
  [tellingNouns
    .split(' ')
    .map(name => `${name}:*`)
    .join(' ')]: secrets,
  '*:list *:ls *:show *:info *:status': { ...cloudReads, operands: 'plain' },
}
