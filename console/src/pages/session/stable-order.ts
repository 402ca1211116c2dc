/** The new list in the order of the one before, so that nothing moves while a person reads. New ones come first, as the server sent them. */
export function inStableOrder<Row extends { readonly id: string }>(
  before: readonly Row[],
  next: readonly Row[],
): readonly Row[] {
  const byId = new Map(next.map(row => [row.id, row]))
  const known = new Set(before.map(({ id }) => id))
  return [...next.filter(({ id }) => !known.has(id)), ...before.flatMap(({ id }) => byId.get(id) ?? [])]
}
