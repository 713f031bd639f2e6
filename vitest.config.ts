import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    environment: 'node',
    include: ['{contract,connector-kit,connectors,db,engine,api,main,sandbox,tools,console}/**/*.test.ts'],
    exclude: ['**/node_modules/**', '**/dist/**'],
    // The conformance suites ask for them; see docs/specs/connector.md.
    provide: { waivers: JSON.parse(readFileSync(join(import.meta.dirname, 'connectors/waivers.json'), 'utf8')) },
    globalSetup: './db/src/testing/global-setup.ts',
    pool: 'forks',
    // The embedded database works beside them.
    maxWorkers: 2,
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
})
