import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { removeTree } from '../src/io/files/remove-tree.ts'
import { readCalls } from '../test/contain/compare/call-file.ts'
import { type CallResult, compareCall, newBase } from '../test/contain/compare/compare-call.ts'
import { reportLine, summaryOf } from '../test/contain/compare/report.ts'

/**
 * Runs the calls of a file in the fence, as contained calls, and outside of it, and compares exit code, output and files:
 * `npm run compare:contain -- calls.jsonl`. `CONTRIBUTING.md` has the format. With `--json`, each result is a line of JSON.
 */
const [file, ...options] = process.argv.slice(2)
if (file === undefined || file.startsWith('-')) {
  console.error('usage: npm run compare:contain -- FILE.jsonl [--json] [--seconds N] [--least PERCENT]')
  process.exit(64)
}
const numberAfter = (name: string, otherwise: number): number =>
  options.includes(name) ? Number(options[options.indexOf(name) + 1]) : otherwise
const isJson = options.includes('--json')
const calls = [...readCalls(readFileSync(file, 'utf8'))]
const setting = {
  base: newBase(),
  sallyport: [process.execPath, resolve('dist/cli.js')],
  seconds: numberAfter('--seconds', 30),
}
const results: CallResult[] = []

async function work(): Promise<void> {
  for (let call = calls.shift(); call !== undefined; call = calls.shift()) {
    const failed = (error: unknown): CallResult => ({
      ...{ call: call as NonNullable<typeof call>, kind: 'left out' },
      notes: [error instanceof Error ? error.message : 'it failed'],
    })
    const result = await compareCall(call, setting).catch(failed)
    results.push(result)
    console.log(isJson ? JSON.stringify(result) : reportLine(result))
  }
}

try {
  await Promise.all([work(), work()])
} finally {
  removeTree(setting.base)
}
const { text, alikeShare } = summaryOf(results)
console.error(text)
process.exitCode = results.length > 0 && alikeShare * 100 >= numberAfter('--least', 0) ? 0 : 1
