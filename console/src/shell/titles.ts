import type { PageName } from '../routes.ts'

export const titles: Readonly<Record<PageName, string>> = {
  inbox: 'Inbox',
  session: 'Sessions',
  timeline: 'Timeline',
  playground: 'Playground',
  grants: 'Grants',
  policy: 'Policy',
  insights: 'Insights',
}

interface TitleFacts {
  readonly page: PageName | 'login'
  readonly waiting: number
  readonly machine: string | null
}

/** The title of the browser's tab: the number of waiting questions comes first, because tabs are narrow. */
export function pageTitle({ page, waiting, machine }: TitleFacts): string {
  const count = waiting === 0 ? '' : `(${waiting}) `
  const name = page === 'login' ? 'Sign in' : titles[page]
  return `${count}${name} · Sallyport${machine === null ? '' : ` on ${machine}`}`
}
