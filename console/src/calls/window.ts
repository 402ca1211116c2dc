/** The rows that are in the page. */
export interface RowWindow {
  readonly start: number
  readonly end: number
}

export interface Scroll {
  readonly count: number
  readonly rowHeight: number
  readonly top: number
  readonly height: number
}

/** The most rows in the page, however long the list is. */
export const mostInPage = 300
const overscan = 12

/** The rows that are visible, and some around them. All rows have the same height. */
export function windowOf({ count, rowHeight, top, height }: Scroll): RowWindow {
  const first = Math.floor(Math.max(0, top) / rowHeight) - overscan
  const visible = Math.ceil(Math.max(0, height) / rowHeight) + 2 * overscan
  const start = Math.max(0, Math.min(first, count - visible))
  return { start, end: Math.min(count, start + Math.min(visible, mostInPage)) }
}

/** Whether the end of the list is near, so that older rows are needed. */
export const isNearEnd = ({ end }: RowWindow, count: number): boolean => count - end < 2 * overscan
