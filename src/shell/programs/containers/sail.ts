import type { Word } from '../../../core/word.ts'
import { wordText } from '../../../core/word.ts'
import type { ProgramCall } from '../engine/program-call.ts'
import type { Programs } from '../engine/table.ts'

/** Laravel's front end for `docker compose`: most of its commands run in the project's own service. */
export const sail: Programs = {
  sail: {
    tier: 'execute',
    custom: runSail,
    examples: {
      'sail up -d': 'run docker compose up -d',
      'sail share': 'change network/network',
      'sail shell': [
        'run docker compose exec laravel.test bash',
        'run bash in container laravel.test',
        'opaque an interactive `bash` session in container laravel.test',
      ],
    },
  },
}

function runSail(call: ProgramCall): void {
  const [command = 'help', ...rest] = call.args
  const name = wordText(command)
  if (name === 'share') return call.change('network/network', null)
  if (/^(help|open|--help|-h|--version)$/.test(name)) return call.amend({ tier: 'read' })
  const inside = words(name, rest)
  if (inside === null) return call.start(['docker', 'compose', ...call.args], 'sail')
  call.start(['docker', 'compose', 'exec', ...inside.user, 'laravel.test', ...inside.words], 'sail')
}

interface Inside {
  readonly user: readonly Word[]
  readonly words: readonly Word[]
}

/** The command that it starts in the service; null if the words are for `docker compose` itself. */
function words(name: string, rest: readonly Word[]): Inside | null {
  const inside = (...command: readonly Word[]): Inside => ({ user: [], words: [...command, ...rest] })
  if (/^(php|composer|node|npm|npx|pnpm|pnpx|yarn|bun|bunx)$/.test(name)) return inside(name)
  if (/^(artisan|art|a)$/.test(name)) return inside('php', 'artisan')
  if (/^(test|tinker|dusk)$/.test(name)) return inside('php', 'artisan', name)
  if (/^(phpunit|pest|pint)$/.test(name)) return inside('php', `vendor/bin/${name}`)
  if (name === 'bin') return inside()
  if (/^(shell|bash)$/.test(name)) return inside('bash')
  if (/^root-(shell|bash)$/.test(name)) return { user: ['-u', 'root'], words: ['bash', ...rest] }
  if (/^(mysql|mariadb|psql|mongodb|redis|valkey)$/.test(name)) return { user: [], words: ['bash'] }
  return null
}
