/** The part of a session's calls that is in the page. */
export interface PanelPage {
  /** The place of the first panel; 0 is the newest call. */
  readonly first: number
}

/** Panels in one page. */
export const panelsInPage = 50

export const panelsAt = <Row>(rows: readonly Row[], { first }: PanelPage): readonly Row[] =>
  rows.slice(first, first + panelsInPage)

/** The next page. It never starts behind the rows that are there; older ones may still be loading. */
export function pageAfter({ first }: PanelPage, way: 'newer' | 'older', count: number): PanelPage {
  const next = way === 'newer' ? first - panelsInPage : first + panelsInPage
  return { first: Math.max(0, Math.min(next, count)) }
}
