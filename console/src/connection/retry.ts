/** How long to wait before the next attempt to connect: short at first, so that a restarted server is found at once. */
export const retryDelay = (failures: number): number => Math.min(250 * 2 ** Math.min(failures, 6), 8_000)
