import { defineConfig } from 'vitest/config'

const shared = {
  testTimeout: 120_000,
  // Bundling the CLI before the tests takes long on a busy machine.
  hookTimeout: 120_000,
  // Some tests measure cold processes and locks, so two workers, which fit the smallest machine we support.
  maxWorkers: 2,
}

export default defineConfig({
  test: {
    // In CI a failure must not drown in thousands of passed tests; what a test prints itself (figures, why it is skipped) stays.
    ...(process.env['CI'] === undefined ? {} : { reporters: [['minimal', { silent: false }]] }),
    projects: [
      {
        test: {
          ...shared,
          name: 'unit',
          // Isolation would load the same modules again for each file, which took most of the time; none of them keeps state that matters.
          isolate: false,
          include: ['src/**/*.test.ts', 'test/**/*.test.ts', 'console/src/**/*.test.ts'],
          exclude: [
            '**/*.slow.test.ts',
            '**/*.long.test.ts',
            '**/*.clients.test.ts',
            '**/*.browser.test.ts',
            '**/node_modules/**',
          ],
        },
      },
      // Real coding agents, each with a fake model.
      { test: { ...shared, name: 'clients', include: ['test/clients/*.clients.test.ts'] } },
      // The console in a real browser, one page after the other.
      {
        test: {
          ...shared,
          name: 'browser',
          fileParallelism: false,
          include: ['test/browser/*.browser.test.ts'],
        },
      },
      // Many random inputs, killed processes, full disks: part of `npm test`, not of `npm run check`.
      { test: { ...shared, name: 'slow', include: ['src/**/*.slow.test.ts', 'test/**/*.slow.test.ts'] } },
      // Batteries that take a minute or more each: only in CI.
      { test: { ...shared, name: 'long', include: ['src/**/*.long.test.ts', 'test/**/*.long.test.ts'] } },
    ],
  },
})
