import { spawnSync } from 'node:child_process'
import { resolve } from 'node:path'
import type { Client, ClientOutcome } from './client.ts'

/** A person at a terminal, who runs the command that the model was told to ask for; gives back what they saw. */
export function approveAtTerminal({ home }: Client, { results }: ClientOutcome): string {
  const id = /sallyport approve ([0-9a-f]+)/.exec(results.join())?.[1] ?? ''
  const line = `${process.execPath} ${resolve(import.meta.dirname, '../../dist/cli.js')} approve ${id}`
  const env = { PATH: process.env['PATH'], HOME: home }
  return spawnSync('script', ['-qec', line, '/dev/null'], { input: 'y\n', env }).stdout.toString()
}
