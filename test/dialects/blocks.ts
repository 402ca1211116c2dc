import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { readPolicy } from '../../src/policy/read/read.ts'
import type { PolicyDocument } from '../../src/policy/schema/document.ts'

const root = resolve(import.meta.dirname, 'blocks')

export interface Block {
  readonly file: string
  readonly text: string
}

/** Every configuration that the documents print, and one of each other dialect. */
export const blocks: readonly Block[] = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter(file => /\.(yaml|json)$/.test(file))
  .sort()
  .map(file => ({ file, text: readFileSync(join(root, file), 'utf8') }))

export function documentOf(text: string, file = 'config.yaml'): PolicyDocument {
  const read = readPolicy(text, file)
  if (!read.ok) throw new Error(JSON.stringify(read.faults))
  return read.value
}

export const block = (file: string): PolicyDocument =>
  documentOf(blocks.find(one => one.file === file)?.text ?? '', file)
