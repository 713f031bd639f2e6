import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    environment: 'node',
    include: ['{contract,connector-kit,connectors,db,engine,api,main,sandbox,tools,console}/**/*.test.ts'],
    exclude: ['**/node_modules/**', '**/dist/**'],
    globalSetup: './db/src/testing/global-setup.ts',
    pool: 'forks',
    // The embedded database works beside them.
    maxWorkers: 2,
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
})
