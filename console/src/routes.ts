/** The pages of the console, in the order of the navigation. */
export const pages = ['inbox', 'session', 'timeline', 'playground', 'grants', 'policy', 'insights'] as const
export type PageName = (typeof pages)[number]

export interface Route {
  readonly page: PageName | 'login'
  /** The rest of the path, such as the id of a card, a session or a call. */
  readonly id: string | null
  readonly query: Readonly<Record<string, string>>
}

const ids = /^[\w.:@-]{1,200}$/

/** The route of a path and its query. An unknown path leads to the inbox. */
export function routeOf(path: string, search = ''): Route {
  const [first = '', second] = path.split('/').filter(part => part !== '')
  const query = Object.fromEntries(new URLSearchParams(search))
  if (first === 'login') return { page: 'login', id: null, query: {} }
  const page = pages.find(name => name === first)
  if (page === undefined) return { page: 'inbox', id: null, query: {} }
  const id = second === undefined ? null : decoded(second)
  return { page, id: id !== null && ids.test(id) ? id : null, query }
}

/** The path of a page. */
export const pathTo = (page: PageName, id: string | null = null): string =>
  id === null ? `/${page}` : `/${page}/${encodeURIComponent(id)}`

function decoded(part: string): string | null {
  try {
    return decodeURIComponent(part)
  } catch {
    return null
  }
}
