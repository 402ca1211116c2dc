import { defineConfig } from 'vitest/config'

const shared = {
  testTimeout: 120_000,
  // Cold processes and locks are the subject of some tests: two workers fit the smallest machine we support.
  maxWorkers: 2,
}

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          ...shared,
          name: 'unit',
          // Most of the time went into loading the same modules anew for each file; none of them keeps what matters.
          isolate: false,
          include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
          exclude: ['**/*.slow.test.ts', '**/*.clients.test.ts', '**/node_modules/**'],
        },
      },
      // Many random worlds, real processes that are killed, full disks: part of `npm test`, not of `npm run check`.
      // The real coding agents, each against a fake model.
      { test: { ...shared, name: 'clients', hookTimeout: 60_000, include: ['test/clients/*.clients.test.ts'] } },
      { test: { ...shared, name: 'slow', include: ['src/**/*.slow.test.ts', 'test/**/*.slow.test.ts'] } },
    ],
  },
})
