import { spawnSync } from 'node:child_process'
import { resolve } from 'node:path'
import type { Client, ClientOutcome } from './client.ts'

/** Plays a person at a terminal who runs the approve command from the block's reason; returns the terminal's output. */
export function approveAtTerminal({ home }: Client, { results }: ClientOutcome): string {
  const id = /sallyport approve ([0-9a-f]+)/.exec(results.join())?.[1] ?? ''
  const line = `${process.execPath} ${resolve(import.meta.dirname, '../../dist/cli.js')} approve ${id}`
  const env = { PATH: process.env['PATH'], HOME: home }
  return spawnSync('script', ['-qec', line, '/dev/null'], { input: 'y\n', env }).stdout.toString()
}
