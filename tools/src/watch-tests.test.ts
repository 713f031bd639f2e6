import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { root } from './tree.ts'

let directory = ''
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'sluice-hang-'))
})
afterAll(() => rmSync(directory, { recursive: true, force: true }))

test('a file whose worker hangs is named and fails, its worker is ended, and the other files run, slow ones too', () => {
  const write = (name: string, text: string) => writeFileSync(join(directory, name), text)
  const vitest = JSON.stringify(join(root, 'node_modules/vitest/dist/index.js'))
  write('hangs.test.mjs', `import { test } from ${vitest}\ntest('first', () => {})\ntest('spins', () => { for (;;); })`)
  for (const name of ['a', 'b', 'c'])
    write(`${name}.test.mjs`, `import { test } from ${vitest}\ntest('fine', () => {})`)
  const wait = 'await new Promise(resolve => setTimeout(resolve, 7000))'
  write('slow.test.mjs', `import { test } from ${vitest}\ntest('slow', async () => { ${wait} }, 30_000)`)
  const setup = join(root, 'tools/name-worker.mjs')
  const settings = {
    root: directory,
    include: ['*.test.mjs'],
    pool: 'forks',
    maxWorkers: 2,
    isolate: false,
    setupFiles: setup,
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
  const path = join(directory, 'hangs.test.mjs')
  expect(stderr).toMatch(/hangs\.test\.mjs hangs: nothing was heard since .+\. Its worker \(\d+\) is ended\./)
  expect(JSON.parse(readFileSync(beside, 'utf8'))).toContainEqual({ path, message: expect.stringMatching(/^hangs: /) })
  const { testResults } = JSON.parse(readFileSync(join(directory, 'results.json'), 'utf8'))
  const passed = testResults.flatMap((file: { name: string; status: string }) =>
    file.status === 'passed' ? file.name : [],
  )
  expect(passed.toSorted()).toEqual(['a', 'b', 'c', 'slow'].map(name => join(directory, `${name}.test.mjs`)))
})
