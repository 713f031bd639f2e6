import { globSync } from 'node:fs'
import { join } from 'node:path'
import { memoryDirectory } from '@sluice/db/testing'
import { defineConfig } from 'vitest/config'
import { startWithLongest } from '../longest-first.ts'
import { listOtherDays } from '../take-turns.ts'

// Frozen, killed and cut-off processes are judged by the clock: nothing else runs beside these files. They wait for leases,
// starts and retries most of their time: two fill it.
const ALONE = ['e2e/src/torture/*.test.ts', 'e2e/src/many-machines*.test.ts']

/** The walks of all screens, a wait of a minute for a limit; thirty kills. */
const LONGEST = ['languages.test.ts', 'identity.test.ts', 'torture.test.ts']

/** The first path through each capability, what guards tenants and their data, and the walk of all screens: every day. The others in turns. */
const EVERY_DAY = [
  'behind-nginx',
  'console-access',
  'created-table',
  'dashboards',
  'gateway',
  'languages',
  'market',
  'messy-data',
  'northwind',
  'push',
  'reconciliation',
  'source-look',
  'start',
  'strategy-life',
  'studio',
  'tour',
].map(name => `e2e/src/${name}.test.ts`)
const ALL = globSync('e2e/src/**/*.test.ts', { cwd: join(import.meta.dirname, '..') }).toSorted()
const OTHER_DAYS = listOtherDays(ALL.filter(file => !EVERY_DAY.includes(file)))

export default defineConfig({
  test: {
    environment: 'node',
    isolate: false,
    // The sources as they are, loaded by Node, as the product is.
    experimental: { viteModuleRunner: false, nodeLoader: false },
    globalSetup: join(import.meta.dirname, 'src/prepared-data.ts'),
    setupFiles: ['../tools/name-worker.mjs', 'src/fresh-connections.ts'].map(file => join(import.meta.dirname, file)),
    sequence: { sequencer: startWithLongest(LONGEST) },
    // For the product's processes, its commands too.
    env: { NODE_COMPILE_CACHE: join(import.meta.dirname, '../.cache/compile') },
    testTimeout: 180_000,
    hookTimeout: 120_000,
    // What a page shows follows what was pressed; how soon is measured by the bench, not here.
    expect: { poll: { timeout: 20_000, interval: 50 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'screens',
          // Products that live for one file: their databases wait for no disk. What is killed and judged stays on one.
          env: { TMPDIR: memoryDirectory() },
          include: ['e2e/src/**/*.test.ts'],
          exclude: [...ALONE, ...OTHER_DAYS],
          // Each file starts a product, a database and a browser: two fill two cores; a third only takes their caches.
          maxWorkers: 2,
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        test: { name: 'alone', include: ALONE, exclude: OTHER_DAYS, maxWorkers: 2, sequence: { groupOrder: 1 } },
      },
    ],
  },
})
