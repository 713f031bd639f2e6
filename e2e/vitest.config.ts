import { defineConfig } from 'vitest/config'

// Frozen, killed and cut-off processes are judged by the clock: these files get the machine to themselves, one by one.
const ALONE = ['e2e/src/torture/*.test.ts', 'e2e/src/many-machines*.test.ts']

export default defineConfig({
  test: {
    environment: 'node',
    testTimeout: 180_000,
    hookTimeout: 120_000,
    // What a page shows follows what was pressed; how soon is measured by the bench, not here.
    expect: { poll: { timeout: 20_000, interval: 50 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'screens',
          include: ['e2e/src/**/*.test.ts'],
          exclude: ALONE,
          // Each file starts a product and a browser, which wait for each other half of the time.
          maxWorkers: 2,
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        test: { name: 'alone', include: ALONE, fileParallelism: false, sequence: { groupOrder: 1 } },
      },
    ],
  },
})
