import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Beyond a test's own limit, after which Vitest itself ends it: what it cannot end is stuck in one step. */
const PATIENCE_MS = Number(process.env.TEST_PATIENCE_MS ?? 120_000)
/** Loading a file, and what it prepares; a test that is stuck in its first step has not been heard of yet. */
const BETWEEN_MS = Number(process.env.TEST_PATIENCE_MS ?? 420_000)
const LOOK_MS = Math.min(5000, PATIENCE_MS / 4)

/**
 * A reporter: which files left an error behind beside their tests, which the JSON report does not tell; and which hang.
 * A worker that says nothing any more is named by its file and ended, so that this file fails and the others run.
 */
// biome-ignore lint/style/noDefaultExport: by its default export a reporter is found
export default class WatchTests {
  /** By file: what was heard of it last, and until when something else must be. */
  #running = new Map()
  #ended = new Set()
  #hanging = []
  #timer

  onInit() {
    this.#timer = setInterval(() => this.#look(), LOOK_MS)
    this.#timer.unref()
  }

  // What is said of tests is sent a moment later: who is stuck in the very first one was heard of only here.
  onTestModuleQueued = module => this.#hear(module, 'it was taken', BETWEEN_MS)
  onTestModuleStart = module => this.#hear(module, 'it began', BETWEEN_MS)
  onTestModuleEnd = module => {
    this.#running.delete(module.moduleId)
    this.#ended.add(module.moduleId)
  }
  onTestCaseReady = test => this.#hear(test.module, `${test.fullName} began`, test.options.timeout + PATIENCE_MS)
  onTestCaseResult = test => this.#hear(test.module, `${test.fullName} ended`, BETWEEN_MS)

  onTestRunEnd(_modules, errors) {
    clearInterval(this.#timer)
    const found = errors.map(({ VITEST_TEST_PATH: path, name, message }) => ({ path, message: `${name}: ${message}` }))
    const reasons = errors.flatMap(({ cause }) => cause?.message ?? [])
    // The run is over, and these never ended: their workers did.
    const dead = [...this.#running].map(([path, { what }]) => {
      const reason = reasons.find(each => each.endsWith(path)) ?? 'for no known reason'
      return { path, message: `its worker died since ${what}: ${reason}` }
    })
    writeFileSync(process.env.BESIDE_TESTS, JSON.stringify([...found, ...this.#hanging, ...dead]))
  }

  /** What is heard of a file that has ended came late: of quick files the last result may. */
  #hear(module, what, withinMs) {
    if (this.#ended.has(module.moduleId)) return
    this.#running.set(module.moduleId, { what, endMs: Date.now() + withinMs })
  }

  #look() {
    for (const [path, { what, endMs }] of this.#running) {
      const pid = findWorker(path)
      // A worker that died is not heard of either; an error here would end the run of all files.
      if (Date.now() < endMs || !isAlive(pid)) continue
      this.#running.delete(path)
      const message = `hangs: nothing was heard since ${what}`
      this.#hanging.push({ path, message })
      console.error(`\n${path} ${message}. Its worker (${pid}) is ended.`)
      process.kill(pid, 'SIGKILL')
    }
  }
}

function isAlive(pid) {
  try {
    return pid !== undefined && process.kill(pid, 0)
  } catch {
    return false
  }
}

/** Each worker writes which file it runs; see name-worker.mjs. */
function findWorker(path) {
  const directory = process.env.TEST_WORKERS
  const name = readdirSync(directory).find(each => readFileSync(join(directory, each), 'utf8') === path)
  return name === undefined ? undefined : Number(name)
}
