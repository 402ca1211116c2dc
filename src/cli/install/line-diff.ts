/** The changed lines between two texts, marked with `-` and `+`, with a few unchanged lines around them. */
export function lineDiff(before: string, after: string, context = 2): string {
  const [a, b] = [linesOf(before), linesOf(after)]
  let start = 0
  while (start < a.length && start < b.length && a[start] === b[start]) start += 1
  let end = 0
  while (end < a.length - start && end < b.length - start && a[a.length - 1 - end] === b[b.length - 1 - end]) end += 1
  const lines = [
    ...a.slice(Math.max(start - context, 0), start).map(line => `  ${line}`),
    ...a.slice(start, a.length - end).map(line => `- ${line}`),
    ...b.slice(start, b.length - end).map(line => `+ ${line}`),
    ...a.slice(a.length - end, a.length - end + context).map(line => `  ${line}`),
  ]
  return `${lines.join('\n')}\n`
}

const linesOf = (text: string): readonly string[] => (text === '' ? [] : text.replace(/\n$/, '').split('\n'))
