import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    testTimeout: 60_000,
    // Cold processes and locks are the subject of some tests: two workers fit the smallest machine we support.
    maxWorkers: 2,
    sequence: { shuffle: false },
  },
})
