import { expect, test } from 'vitest'
import { type Language, languages } from '../../core/code.ts'
import { languagesIn } from './load-readers.ts'

const rows: readonly (readonly [command: string, ...want: readonly Language[]])[] = [
  ['ls -l'],
  ['python3 x.py', 'python'],
  ['cat > x.py <<EOF\nEOF\npython x.py', 'python'],
  ['echo 1 > x.js\nnode x.js', 'javascript'],
  ['cd a;\tphp x.php', 'php'],
  ['pytest -q'],
  ['echo 1 > x_test.py; pytest x_test.py', 'python'],
  ['cat vite.config.ts'],
  ['tee vite.config.ts <<EOF\nEOF\nnpm run build', 'javascript'],
  ['echo > Rakefile; rake', 'ruby'],
  [languages.map(language => (language === 'javascript' ? 'node' : language)).join(';'), ...languages],
]

test.each(rows)('%s', (command, ...want) => {
  expect(languagesIn(JSON.stringify({ command }))).toEqual(want)
})
