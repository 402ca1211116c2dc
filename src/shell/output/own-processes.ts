import type { ParsedScript } from 'unbash'
import type { Effect, Run } from '../../core/effect.ts'
import { isKnown, wordText } from '../../core/word.ts'
import { dropsLines } from './listing.ts'
import { pipelinesOf, printingStage } from './printed.ts'

/** Whether a substitution prints only ids of processes on a development port: `$(lsof -ti:3000)`. */
export function printsOwnProcesses(script: ParsedScript, effects: readonly Effect[]): boolean {
  const pipelines = pipelinesOf(script, effects) ?? []
  return (
    pipelines.length > 0 &&
    pipelines.every(stages => {
      const found = printingStage(stages, dropsLines)
      return found !== null && listsOwnPort(found.source)
    })
  )
}

/** The same for one stage of a pipeline; `isFed`: such ids are its input. */
export function passesOwnProcesses(effects: readonly Effect[], isFed: boolean): boolean {
  const [run, ...others] = effects.filter((effect): effect is Run => effect.kind === 'run')
  return run !== undefined && others.length === 0 && (listsOwnPort(run) || (isFed && dropsLines(run)))
}

function listsOwnPort({ program, args, code, where }: Run): boolean {
  if (program !== 'lsof' || code !== 'known' || where.at !== 'local' || !args.every(isKnown)) return false
  const words = args.map(wordText).join(' ')
  const port = listensAt.exec(words)?.[1]
  return port !== undefined && /(^| )-[nP]*t/.test(words) && isOwnPort(port)
}

const listensAt = /^(?:-[nPt]+ |-sTCP:LISTEN )*-[nPt]*i ?(?:tcp|TCP)?:(\d{1,5})(?: -[nPt]+| -sTCP:LISTEN)*$/

/** A port that a developer's own server uses: not one of the system's, nor the usual port of a database or another service. */
export const isOwnPort = (port: string): boolean => Number(port) >= 1024 && !servicePorts.has(port)

const servicePorts: ReadonlySet<string> = new Set(
  '1433 1521 2019 2049 2181 2375 2376 2379 2380 3100 3306 3389 4646 5432 5433 5672 5900 5984 6333 6379 6443 7474 7687 7700 8086 8091 8108 8123 8200 8500 8529 8983 9042 9090 9092 9200 9300 10250 11211 15672 19530 26257 27017 28015'.split(
    ' ',
  ),
)
