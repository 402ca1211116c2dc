import { containers } from './containers.ts'
import { coreutils } from './coreutils.ts'
import { databases } from './databases.ts'
import { disks } from './disks.ts'
import { find } from './find.ts'
import { git } from './git.ts'
import { guards } from './guards.ts'
import { interpreters } from './interpreters.ts'
import { network } from './network.ts'
import { packages } from './packages.ts'
import { runners } from './runners.ts'
import { shells } from './shells.ts'
import { system } from './system.ts'
import type { Program, Programs } from './table.ts'
import { text } from './text.ts'
import { wrappers } from './wrappers.ts'

/** Every family; adding a program is one entry in one of these files, adding a family one line here. */
export const families: Readonly<Record<string, Programs>> = {
  containers,
  coreutils,
  databases,
  disks,
  find,
  git,
  guards,
  interpreters,
  network,
  packages,
  runners,
  shells,
  system,
  text,
  wrappers,
}

const byName = new Map<string, Program>()
for (const programs of Object.values(families)) {
  for (const [names, program] of Object.entries(programs))
    for (const name of names.split(' ')) byName.set(name, program)
}

/** The table of a program, by its name without a directory; null if there is none. */
export const findProgram = (name: string): Program | null => byName.get(name) ?? byName.get(versionless(name)) ?? null

/** `python3.11` is `python`, `mkfs.ext4` is `mkfs`. */
const versionless = (name: string): string => (name.startsWith('mkfs.') ? 'mkfs' : name.replace(/[\d.]+$/, ''))
