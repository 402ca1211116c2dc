import type { Touch } from '../core/effect.ts'

/** Guesses from a tool's name what it does with its paths: `read` only if all verbs in the name are about reading. */
export function useOf(name: string): Touch['kind'] {
  const words = nameWords(name)
  if (words.some(word => deleting.has(word))) return 'delete'
  return words.some(word => reading.has(word)) && !words.some(word => changing.has(word)) ? 'read' : 'write'
}

/** Splits `readFile`, `read_file` and `read-file` into two words. */
export const nameWords = (name: string): readonly string[] =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter(word => word !== '')

const words = (list: string): ReadonlySet<string> => new Set(list.split(' '))

const deleting = words('delete remove rm unlink destroy trash purge erase rmdir')

const reading = words(
  'read get list ls view show cat head tail tree stat info describe inspect check search find grep glob lookup query fetch count diff compare validate preview open',
)

const changing = words(
  'write create add edit update set put patch replace insert append save store upload move mv rename copy cp link make mkdir touch modify apply commit push run exec execute install sync import export download extract unzip restore reset clear truncate chmod chown send post',
)
