import { useState } from 'preact/hooks'
import { Icon } from '../components/icons.tsx'
import { Link } from '../router.tsx'
import { type PageName, pages, pathTo } from '../routes.ts'
import { overview, waiting } from '../state.ts'
import { titles } from './titles.ts'

/** The pages beside the content; on a phone the first three below it, and the others behind "More". */
export function Navigation({ current }: { readonly current: PageName }) {
  const [isOpen, setOpen] = useState(false)
  const count = waiting.value.length
  const isBehind = pages.indexOf(current) > 2
  return (
    <nav class={isOpen ? 'navigation open' : 'navigation'} aria-label="Pages">
      <div class="brand">
        <Icon name="gate" size={20} />
        <span>Sallyport</span>
      </div>
      <ul>
        {pages.map((page, index) => (
          <li key={page} class={index > 2 ? 'behind' : ''}>
            <Link
              to={pathTo(page)}
              class="nav-link"
              {...(page === current ? { 'aria-current': 'page' as const } : {})}
              onClickCapture={() => setOpen(false)}
            >
              <Icon name={page} size={18} />
              <span>{titles[page]}</span>
              {page === 'inbox' && count > 0 ? (
                <span class="count">
                  {count}
                  <span class="visually-hidden"> waiting</span>
                </span>
              ) : null}
            </Link>
          </li>
        ))}
        <li class="more">
          <button
            type="button"
            class={isBehind ? 'nav-link here' : 'nav-link'}
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
          >
            <Icon name="more" size={18} />
            <span>{isBehind ? titles[current] : 'More'}</span>
          </button>
        </li>
      </ul>
      <div class="nav-foot muted">
        <div>{overview.value?.machine}</div>
        <div>{overview.value === null ? '' : `version ${overview.value.version}`}</div>
      </div>
    </nav>
  )
}
