import { execFile } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { ensureInstalled } from '../prepare.mjs'
import { isAffected, listChanged } from './affected.ts'
import { findAsvsProblems } from './asvs.ts'
import { findFloatMoney } from './money.ts'
import { findLoosePromises } from './promises.ts'
import { findFatRoutes, type Manifest, measureRoutes } from './route-sizes.ts'
import { findGaps } from './spec-coverage.ts'
import { findTextProblems } from './texts.ts'
import { listTree, readDoors, readSources, readTree, root } from './tree.ts'
import { findViolations } from './walls.ts'

/** The whole gate: every check runs, all problems are shown, the exit code says whether there were any. */
const checks: readonly [name: string, run: () => string[] | Promise<string[]>][] = [
  // First, for it takes longest: the others are through before it is.
  ['size of routes', checkRouteSizes],
  ['format and lint', () => runTool('biome', ['ci', '--colors=off', '--error-on-warnings', '.'])],
  ['types', () => runTool('tsc', ['-p', '.'])],
  ['types of the console', () => runTool('tsc', ['-p', 'console'])],
  ['walls', checkWalls],
  ['promises', checkPromises],
  ['money', checkMoney],
  ['dead code', () => runTool('knip', ['--no-progress'])],
  ['generated files', () => runTool('node', ['tools/src/generate.ts', '--check'])],
  ['texts', checkTexts],
  ['size of files', checkFileSizes],
  ['paths in documents', checkDocumentPaths],
  ['coverage of the specification', checkCoverage],
  ['security requirements', checkAsvs],
  ['bill of materials', () => runTool('node', ['tools/src/sbom.ts', '--check'])],
]

/** The tool's own process: what is checked here and in other tools goes on beside it. */
function runTool(name: string, args: readonly string[]): Promise<string[]> {
  const { promise, resolve } = Promise.withResolvers<string[]>()
  const options = { cwd: root, encoding: 'utf8', maxBuffer: 64 * 1024 ** 2 } as const
  execFile(join(root, 'node_modules/.bin', name), args, options, (error, stdout, stderr) =>
    resolve(error ? [`${stdout}${stderr}`.trim() || `${name}: ${error.message}`] : []),
  )
  return promise
}

function checkWalls(): string[] {
  const sources = readSources()
  return findViolations(sources, readDoors(sources)).map(({ rule, from, to }) => `${rule}: ${from} → ${to}`)
}

/** What runs in the product's process: a rejection without a handler is everybody's. */
function checkPromises(): string[] {
  const rooms = /^(contract|connector-kit|connectors|db|work|engine|api|main|sandbox)\//
  const isProduct = (path: string): boolean =>
    rooms.test(path) && !/\.test\.ts$|\/testing(\/|\.ts$)|\/conformance\//.test(path)
  return findLoosePromises(root, isProduct).map(({ path, line, problem }) => `${path}:${line}: ${problem}`)
}

/** Amounts are integers wherever they are counted. */
function checkMoney(): string[] {
  return findFloatMoney(readSources()).map(({ path, line, problem }) => `${path}:${line}: ${problem}`)
}

/** No text missing, left over, untranslated or with other values in it, in any language. */
function checkTexts(): string[] {
  return findTextProblems(readSources()).map(({ path, text, problem }) => `${path}: "${text}" ${problem}`)
}

/** A source file over 400 lines is cut, or says why in a line that starts with `// waiver: size`. */
function checkFileSizes(): string[] {
  return readSources()
    .filter(({ path }) => !path.endsWith('.tw.ts')) // generated
    .filter(({ text }) => text.split('\n').length > 400 && !/^\/\/ waiver: size/m.test(text))
    .map(({ path, text }) => `${path} has ${text.split('\n').length} lines`)
}

/** Relative links and back-ticked paths of rooms must exist. */
function checkDocumentPaths(): string[] {
  const rooms = listTree()
    .filter(path => /^[^/]+\/package\.json$/.test(path))
    .map(path => dirname(path))
  const inTicks = new RegExp(`\`((?:${rooms.join('|')}|docs)/[A-Za-z0-9_./-]+)\``, 'g')
  return listTree()
    .filter(path => path.endsWith('.md'))
    .flatMap(path => {
      const text = readTree(path)
      const links = [...text.matchAll(/\]\((?!https?:|#|mailto:)([^)#\s]+)/g)].map(match =>
        join(dirname(path), match[1]!),
      )
      const ticks = [...text.matchAll(inTicks)].map(match => match[1]!)
      return [...links, ...ticks]
        .filter(target => !existsSync(join(root, target)))
        .map(target => `${path}: ${target} does not exist`)
    })
}

/** Every sentence of `docs/spec-coverage.md` names a test that exists. */
function checkCoverage(): string[] {
  const read = (path: string): string | null => (existsSync(join(root, path)) ? readTree(path) : null)
  const document = 'docs/spec-coverage.md'
  return findGaps(readTree(document), read).map(({ line, problem }) => `${document}:${line}: ${problem}`)
}

/** Every requirement of `security/asvs.csv` has an answer, and its evidence is there. */
function checkAsvs(): string[] {
  const document = 'security/asvs.csv'
  const problems = findAsvsProblems(readTree(document), path => existsSync(join(root, path)))
  return problems.map(({ line, problem }) => `${document}:${line}: ${problem}`)
}

/** The console is built when it is older than its sources; the browser tests use the same build. */
async function checkRouteSizes(): Promise<string[]> {
  const build = "import('./tools/prepare.mjs').then(({ ensureBuilt }) => ensureBuilt())"
  const problems = await runTool('node', ['--eval', build])
  if (problems.length > 0) return problems
  const dist = join(root, 'console/dist')
  const manifest: Manifest = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8'))
  return findFatRoutes(measureRoutes(manifest, file => readFileSync(join(dist, file))))
}

/**
 * Without arguments only the checks that a change since main can fail, for a quick look while working; `--all`, as CI has
 * it, every one. `--without NAME` leaves one out: `npm run check -- --without 'size of routes'`.
 */
const { without, all } = parseArgs({
  options: { without: { type: 'string', multiple: true, default: [] }, all: { type: 'boolean', default: false } },
}).values
const changed = all ? null : listChanged(root)
const chosen = checks.filter(([name]) => !without.includes(name) && (changed === null || isAffected(name, changed)))

// What a change of others depends on may be new here.
ensureInstalled()
let failed = 0
const waiting = chosen.values()
// As many at once as there are cores: most are one process each, and one that is checked here stops none of them.
await Promise.all(Array.from({ length: availableParallelism() }, runWaiting))
if (chosen.length < checks.length) console.log(`${chosen.length} of ${checks.length} checks; --all runs every one`)
process.exitCode = failed === 0 ? 0 : 1

async function runWaiting(): Promise<void> {
  for (const [name, run] of waiting) {
    const startedMs = performance.now()
    const problems = await run()
    const seconds = ((performance.now() - startedMs) / 1000).toFixed(1)
    console.log([`${problems.length === 0 ? 'ok  ' : 'FAIL'} ${name} (${seconds} s)`, ...problems].join('\n'))
    failed += problems.length === 0 ? 0 : 1
  }
}
