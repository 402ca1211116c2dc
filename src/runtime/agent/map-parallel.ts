/** Maps items, at most `most` of them at once. They start in their order, and the results are in the same order. */
export async function mapParallel<T, R>(
  items: readonly T[],
  most: number,
  map: (item: T) => Promise<R>,
): Promise<readonly R[]> {
  const results: R[] = []
  // All lanes take from the same iterator, so each item is taken once.
  const entries = items.entries()
  async function lane(): Promise<void> {
    for (const [at, item] of entries) results[at] = await map(item)
  }
  await Promise.all(Array.from({ length: Math.min(most, items.length) }, lane))
  return results
}
