// `npm test`: installs what the tests need, a browser too, and runs every test. Arguments narrow it: `npm test -- db`.
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { ensureBuilt, ensureInstalled, environment, root, run } from './prepare.mjs'
import { describeTimes } from './time-tests.mjs'

/** As many failed files of hundreds get a second run; more are a real defect. Nor is there one that would end later than this. */
const SECOND_RUNS = 30
const END_MINUTES = 75

const only = process.argv.slice(2)
const totals = { passed: 0, failed: 0, skipped: 0 }
/** What failed, and what passed in its second run only: said at the end, where a reader of a long log looks. */
const failures = []
const unsteady = []
const times = []
const cache = join(root, '.cache')
/** What the server says of each statement that tests send; only a whole run sends all of them. */
const statements = join(cache, 'statements')

// One turn of nine for the whole run, also over midnight: of long lists a third, of long files a third. Who names files wants
// all that stands in them.
process.env.TEST_TURN ??= only.length === 0 ? String(Math.floor(Date.now() / 86_400_000) % 9) : 'all'

ensureInstalled()
mkdirSync(cache, { recursive: true })
if (only.length === 0) {
  rmSync(statements, { force: true, recursive: true })
  mkdirSync(statements)
  process.env.TEST_STATEMENTS = statements
}

// Rooms on the embedded database, then the rooms with SQL of their own on a PostgreSQL server, where one runs.
runTests('rooms', 'vitest.config.ts', only)
if (only.length === 0 && (await isServerThere())) {
  const url = process.env.TEST_DATABASE_URL ?? 'postgres://postgres@127.0.0.1:5432/postgres'
  runTests(
    'rooms on a server',
    'vitest.config.ts',
    ['db/src/', 'engine/src/run/', 'api/src/modules/strategy/strategy'],
    {
      TEST_DATABASE_URL: url,
      ONLY_WITH_SERVER: '1',
    },
  )
}
if (only.length === 0 || only.some(name => name.startsWith('e2e'))) {
  ensureBrowser()
  ensureBuilt()
  runTests('end to end', 'e2e/vitest.config.ts', only)
}
if (only.length === 0) checkStatements()
if (unsteady.length > 0) console.log(`\nPassed in a second run only:\n${unsteady.join('\n')}`)
if (failures.length > 0) console.log(`\nFailed:\n${failures.join('\n')}`)
if (times.length > 0) console.log(`\n${describeTimes(times, root).join('\n')}`)
// The closing line counts every run; a run that broke before its tests counts as one failure.
console.log(`\n${totals.passed} passed, ${totals.failed} failed, ${totals.skipped} skipped`)
process.exit(totals.failed === 0 ? 0 : 1)

/** The row types that the sources assert against what the server answered. */
function checkStatements() {
  console.log('\n— row types of statements')
  delete process.env.TEST_STATEMENTS
  const status = run('node', ['tools/src/check-statements.ts', statements], { allowFailure: true })
  totals[status === 0 ? 'passed' : 'failed'] += 1
  if (status !== 0) failures.push('  row types of statements: said above')
}

/** Files that failed run once more, one at a time: a machine too busy to keep a time limit is no defect, but never silent. */
function runTests(name, config, filters, extra = {}) {
  console.log(`\n— ${name}`)
  const startedMs = performance.now()
  let { files, isBroken } = runVitest(name, config, filters, extra)
  const broken = files.filter(({ status }) => status === 'failed')
  const tookMs = broken.reduce((ms, { startTime, endTime }) => ms + endTime - startTime, 0)
  const isInTime = performance.now() + tookMs < END_MINUTES * 60_000
  if (broken.length > 0 && broken.length <= SECOND_RUNS && isInTime) {
    const reasons = broken.flatMap(failuresOf)
    console.log(`\n— ${name}: a second run, after\n${reasons.join('\n')}`)
    const paths = broken.map(({ name: path }) => path)
    const second = runVitest(name, config, [...paths, '--no-file-parallelism'], extra)
    files = [...files.filter(file => !broken.includes(file)), ...second.files]
    isBroken = second.isBroken
    if (second.files.every(({ status }) => status !== 'failed')) unsteady.push(...reasons)
  }
  times.push({ name, ms: performance.now() - startedMs, files })
  const tests = files.flatMap(file => file.assertionResults)
  totals.passed += tests.filter(({ status }) => status === 'passed').length
  totals.skipped += tests.filter(({ status }) => status !== 'passed' && status !== 'failed').length
  const failed = files.flatMap(failuresOf)
  if (failed.length === 0 && isBroken)
    failed.push(`  ${name}: broken beside its tests; "Unhandled Errors" above says how`)
  failures.push(...failed)
  totals.failed += failed.length
}

/** The results by file, and whether the run as a whole ended badly. A file with an error beside its tests failed too. */
function runVitest(name, config, args, extra) {
  const file = join(cache, `tests-${name.replaceAll(' ', '-')}.json`)
  const beside = `${file}.beside`
  const workers = join(cache, 'workers')
  for (const path of [file, beside, workers]) rmSync(path, { force: true, recursive: true })
  mkdirSync(workers)
  const reporters = ['default', 'json', join(root, 'tools/watch-tests.mjs')].map(each => `--reporter=${each}`)
  const status = run('vitest', ['run', '--config', config, ...reporters, `--outputFile.json=${file}`, ...args], {
    env: { ...environment(), BESIDE_TESTS: beside, TEST_WORKERS: workers, ...extra },
    allowFailure: true,
  })
  const files = readJson(file)?.testResults ?? []
  for (const { path, message } of readJson(beside) ?? []) {
    const found = files.find(each => each.name === path)
    if (found) Object.assign(found, { status: 'failed', message: found.message || message })
  }
  return { files, isBroken: status !== 0 }
}

function readJson(path) {
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : undefined
}

/** One entry a failed test, or a file that did not load: where, which, and the first lines of why. */
function failuresOf(file) {
  const where = file.name.replace(`${root}/`, '')
  const failed = file.assertionResults.filter(({ status }) => status === 'failed')
  if (failed.length === 0) return file.status === 'failed' ? [`  ${where}\n${firstLines(file.message)}`] : []
  return failed.map(test => `  ${where} > ${test.fullName}\n${firstLines(test.failureMessages.join('\n'))}`)
}

function firstLines(text) {
  const lines = text.split('\n', 8)
  return lines.map(line => `    ${line.slice(0, 240)}`).join('\n')
}

/** Debian's Chromium without a desktop's windows, which costs a third less; or the one named by CHROMIUM. */
function ensureBrowser() {
  const shell = '/usr/bin/chromium-headless-shell'
  const found = [process.env.CHROMIUM, shell].find(place => place && existsSync(place))
  if (found) {
    process.env.CHROMIUM = found
    return
  }
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) {
    const other = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(existsSync)
    if (!other) {
      console.error('The console tests need Chromium: install it, or set CHROMIUM to its path.')
      process.exit(1)
    }
    process.env.CHROMIUM = other
    return
  }
  console.log('Installing Chromium …')
  run('apt-get', ['update', '-qq'], { allowFailure: true })
  run('apt-get', ['install', '-y', '-qq', 'chromium-headless-shell', 'fonts-noto-cjk'], {
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  })
  process.env.CHROMIUM = shell
}

function isServerThere() {
  if (process.env.TEST_DATABASE_URL) return Promise.resolve(true)
  return new Promise(resolve => {
    const socket = connect({ host: '127.0.0.1', port: 5432, timeout: 1000 })
    const settle = answer => {
      socket.destroy()
      resolve(answer || Boolean(process.env.CI))
    }
    socket
      .on('connect', () => settle(true))
      .on('error', () => settle(false))
      .on('timeout', () => settle(false))
  })
}
