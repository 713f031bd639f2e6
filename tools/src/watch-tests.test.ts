import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { root } from './tree.ts'

let directory = ''
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'sluice-hang-'))
})
afterEach(() => rmSync(directory, { recursive: true, force: true }))

const pathOf = (name: string) => join(directory, `${name}.test.mjs`)
const WAIT = 'await new Promise(resolve => setTimeout(resolve, 7000))'
const FINE = { fine: 'test("fine", () => {})' }

/** Runs files with these texts as `npm test` runs its own, with a patience of five seconds; which of them passed. */
function runWatched(files: Readonly<Record<string, string>>) {
  const write = (name: string, text: string) => writeFileSync(join(directory, name), text)
  const vitest = JSON.stringify(join(root, 'node_modules/vitest/dist/index.js'))
  for (const [name, text] of Object.entries(files))
    writeFileSync(pathOf(name), `import { test } from ${vitest}\n${text}`)
  const setupFiles = join(root, 'tools/name-worker.mjs')
  const settings = {
    root: directory,
    include: ['*.test.mjs'],
    pool: 'forks',
    maxWorkers: 2,
    isolate: false,
    setupFiles,
  }
  write('vitest.config.mjs', `export default { test: ${JSON.stringify(settings)} }`)
  const workers = join(directory, 'workers')
  mkdirSync(workers)
  const beside = join(directory, 'beside.json')
  const { stderr } = spawnSync(
    process.execPath,
    [
      join(root, 'node_modules/vitest/vitest.mjs'),
      ...['run', '--config', join(directory, 'vitest.config.mjs'), '--reporter=json', '--outputFile.json=results.json'],
      `--reporter=${join(root, 'tools/watch-tests.mjs')}`,
    ],
    {
      cwd: directory,
      env: { PATH: process.env['PATH'], BESIDE_TESTS: beside, TEST_WORKERS: workers, TEST_PATIENCE_MS: '5000' },
      encoding: 'utf8',
    },
  )
  const read = (path: string) => (existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : undefined)
  const results: { name: string; status: string }[] = read(join(directory, 'results.json'))?.testResults ?? []
  const passed = results.flatMap(({ name, status }) => (status === 'passed' ? name : [])).toSorted()
  return { stderr, passed, beside: read(beside) }
}

test('a file whose worker hangs is named and fails, its worker is ended, and the other files run, slow ones too', () => {
  const { stderr, passed, beside } = runWatched({
    hangs: `test('first', () => {})\ntest('spins', () => { for (;;); })`,
    slow: `test('slow', async () => { ${WAIT} }, 30_000)`,
    ...FINE,
  })
  expect(stderr).toMatch(/hangs\.test\.mjs hangs: nothing was heard since .+\. Its worker \(\d+\) is ended\./)
  expect(beside).toContainEqual({ path: pathOf('hangs'), message: expect.stringMatching(/^hangs: /) })
  expect(passed).toEqual(['fine', 'slow'].map(pathOf))
})

test('a file that is stuck in its very first step is named and ended as well', () => {
  const { passed, beside } = runWatched({ stuck: `test('spins', () => { for (;;); })`, ...FINE })
  expect(beside).toContainEqual({ path: pathOf('stuck'), message: expect.stringMatching(/^hangs: /) })
  expect(passed).toEqual([pathOf('fine')])
})

test('a clock that one file leaves standing goes on in the next', () => {
  const spins = `test('spins', () => { const end = performance.now() + 10; while (performance.now() < end); })`
  const files = {
    a: `import { vi } from ${JSON.stringify(join(root, 'node_modules/vitest/dist/index.js'))}\ntest('a', () => void vi.useFakeTimers())`,
  }
  const { passed } = runWatched({ ...files, b: spins, c: spins, d: spins })
  expect(passed).toEqual(['a', 'b', 'c', 'd'].map(pathOf))
})

test('a file whose worker dies is the only one that fails, however long the others take', () => {
  const { passed, beside } = runWatched({
    dies: `test('dies', () => process.kill(process.pid, 'SIGKILL'))`,
    slow: `test('slow', async () => { ${WAIT}; ${WAIT} }, 30_000)`,
    ...FINE,
  })
  expect(passed).toEqual(['fine', 'slow'].map(pathOf))
  expect(beside).toContainEqual({ path: pathOf('dies'), message: expect.stringMatching(/^its worker died/) })
})

test('a last result that is heard after the end of its file leaves no dead worker', async () => {
  const { default: WatchTests } = await import(join(root, 'tools/watch-tests.mjs'))
  const watch = new WatchTests()
  const module = { moduleId: '/quick.test.ts' }
  const result = { module, fullName: 'quick', options: { timeout: 1000 } }
  const beside = join(directory, 'beside.json')
  process.env['BESIDE_TESTS'] = beside
  watch.onTestModuleStart(module)
  watch.onTestCaseReady(result)
  watch.onTestModuleEnd(module)
  watch.onTestCaseResult(result)
  watch.onTestRunEnd([], [])
  expect(JSON.parse(readFileSync(beside, 'utf8'))).toEqual([])
})
