import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { startWithLongest } from './longest-first.ts'
import { listOtherDays } from './take-turns.ts'

const ROOMS =
  '{contract,connector-kit,connectors,bills,db,work,matcher,engine,gateway,api,main,sandbox,packages,tools}/**/*.test.ts'
const CONSOLE = 'console/**/*.test.ts'

// They put something else in the place of a module or a global, load one anew, or measure the memory of their process.
const ALONE = [
  'connector-kit/src/hostile-urls.test.ts',
  'connectors/src/oracle/oracle.test.ts',
  'connectors/src/file/csv/csv.test.ts',
  'connectors/src/soap/soap.test.ts',
  'console/src/lib/api.test.ts',
  'console/src/lib/error-ring.test.ts',
  'console/src/lib/timing.test.ts',
]

/** Half a minute and more each, on two cores. */
const LONGEST = [
  'api/src/server.test.ts',
  'api/src/worst-bodies.test.ts',
  'engine/src/run/vanished-groups.test.ts',
  'connectors/src/file/worst-files.test.ts',
  'engine/src/run/crash.test.ts',
  'main/src/follow-structure.test.ts',
  'engine/src/script/record-scripts.test.ts',
  'main/src/packs.test.ts',
  'connectors/src/imap/imap.test.ts',
  'engine/src/run/kill.test.ts',
  'connectors/src/mqtt/mqtt.test.ts',
  'main/src/broken-brokers.test.ts',
  'engine/src/script/hostile.test.ts',
  'engine/src/map/hostile.test.ts',
  'engine/src/replay/replay-kill.test.ts',
  'connectors/src/sqlite/sqlite.test.ts',
  'api/src/worst-mappings.test.ts',
  'connectors/src/nats/nats.test.ts',
  'engine/src/record/read-groups.test.ts',
  'main/src/follow-kill.test.ts',
  'db/src/embedded.test.ts',
]

/** They try one promise with many hostile cases, far systems or kills; a short test of the same room holds it every day. */
const IN_TURNS = [
  'connectors/src/file/worst-files.test.ts',
  'engine/src/run/vanished-groups.test.ts',
  'main/src/follow-structure.test.ts',
  'engine/src/run/crash.test.ts',
  'api/src/worst-bodies.test.ts',
  'engine/src/script/record-scripts.test.ts',
  'engine/src/run/kill.test.ts',
  'api/src/worst-mappings.test.ts',
  'engine/src/replay/replay-kill.test.ts',
  'engine/src/script/hostile.test.ts',
  'main/src/packs.test.ts',
  'main/src/follow-kill.test.ts',
  'connectors/src/imap/edges.test.ts',
  'engine/src/map/hostile.test.ts',
  'main/src/broken-brokers.test.ts',
  'connectors/test/endless-servers.test.ts',
  'engine/src/record/read-groups.test.ts',
  'db/src/embedded.test.ts',
  'engine/src/testing/simulate.test.ts',
  'engine/src/run/losses.test.ts',
  'main/src/packages.test.ts',
  'connector-kit/src/hostile-urls.test.ts',
  'engine/src/export/parquet-turns.test.ts',
  'main/src/revive.test.ts',
]

// They ask no database, or start their own: another server shows nothing new. The others of `run` say no statement of the
// product that another file does not say there, too: what they prove is ours, and proved on the embedded server.
const WITHOUT_SERVER = [
  'db/src/embedded.test.ts',
  'engine/src/run/history.test.ts',
  'api/src/modules/strategy/strategy/links.test.ts',
  ...['crash', 'kill', 'database-crash', 'losses', 'stall', 'follow-faults', 'structure', 'retry', 'write-text'].map(
    name => `engine/src/run/${name}.test.ts`,
  ),
  ...['gather-answers', 'script'].map(name => `engine/src/run/${name}.test.ts`),
]
// biome-ignore lint/style/noProcessEnv: how tools/test.mjs tells the second run from the first
const ELSEWHERE = process.env['ONLY_WITH_SERVER'] ? WITHOUT_SERVER : []
const EXCLUDED = ['**/node_modules/**', '**/dist/**', ...ELSEWHERE, ...listOtherDays(IN_TURNS)]

export default defineConfig({
  test: {
    environment: 'node',
    // The conformance suites ask for them; see docs/specs/connector.md.
    provide: { waivers: JSON.parse(readFileSync(join(import.meta.dirname, 'connectors/waivers.json'), 'utf8')) },
    globalSetup: './db/src/testing/global-setup.ts',
    // What is compiled is kept; which process runs which file, for who must end one that hangs.
    setupFiles: ['tools/keep-compiled.mjs', 'tools/name-worker.mjs', 'db/src/testing/setup.ts'].map(path =>
      join(import.meta.dirname, path),
    ),
    pool: 'forks',
    sequence: { sequencer: startWithLongest([...ALONE, ...LONGEST]) },
    // Some files wait, so one more than cores. Each beyond costs more than it fills: 21 files took two workers 47 s and 87 s of
    // the cores, three 55 and 106, six 62 and 123, for they take each other's caches.
    maxWorkers: 3,
    // Against what hangs; a machine whose neighbours are busy takes five times as long as a quiet one.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    // What is waited for comes; how soon is measured by the bench. Vitest's second is less than a busy machine takes.
    expect: { poll: { timeout: 30_000 } },
    // For the processes and threads that tests start from sources.
    env: { NODE_COMPILE_CACHE: join(import.meta.dirname, '.cache/compile') },
    projects: [
      // A process for each file would start, load the same modules and end hundreds of times: half of all work.
      {
        extends: true,
        test: {
          name: 'rooms',
          include: [ROOMS],
          exclude: [...EXCLUDED, ...ALONE],
          isolate: false,
          // As the product itself: the sources as they are, loaded by Node. Rewritten for Vitest, each use of an import is a look-up.
          experimental: { viteModuleRunner: false, nodeLoader: false },
        },
      },
      // Built by Vite, with JSX.
      {
        extends: true,
        test: { name: 'console', include: [CONSOLE], exclude: [...EXCLUDED, ...ALONE], isolate: false },
      },
      { extends: true, test: { name: 'alone', include: ALONE, exclude: EXCLUDED } },
    ],
  },
})
