import { Failure } from '@sluice/contract'
import type { Database } from '@sluice/db'
import { Loop } from '@sluice/work'
import { beatProcess, findStranger, type ProcessInfo, removeProcess, sweepProcesses } from '../sql/process-rows.ts'
import type { EngineLog } from './deps.ts'

const EVERY_MS = 2000

/** Shows this process to people while it lives: one row, renewed every two seconds, gone when it ends well. */
export class Presence {
  readonly #database: Database
  readonly #info: ProcessInfo
  readonly #loop: Loop
  readonly #countRunning: () => number
  #draining = false
  #cpu = process.cpuUsage()
  #atMs = performance.now()

  constructor(options: { database: Database; info: ProcessInfo; log: EngineLog; countRunning(): number }) {
    this.#database = options.database
    this.#info = options.info
    this.#countRunning = options.countRunning
    const { log } = options
    this.#loop = new Loop({ name: 'showing this process', everyMs: EVERY_MS, log, work: () => this.#beat() })
  }

  /** @throws Failure `process.key` when the installation's other processes seal secrets with another key */
  async start(): Promise<void> {
    await this.#database.withSystem(sweepProcesses)
    await this.#beat()
    const stranger = await this.#database.withSystem(tx => findStranger(tx, this.#info))
    if (stranger !== null) {
      await this.stop()
      throw keyFailure(stranger)
    }
    this.#loop.start()
  }

  /** Shown at once: from now on the process takes nothing. */
  drain(): void {
    this.#draining = true
    this.#loop.wake()
  }

  async stop(): Promise<void> {
    await this.#loop.stop()
    // Without the database the row stays, and is shown as silent.
    await this.#database.withSystem(tx => removeProcess(tx, this.#info.id)).catch(() => undefined)
  }

  async #beat(): Promise<void> {
    const pulse = {
      running: this.#countRunning(),
      draining: this.#draining,
      cpu: this.#measureCpu(),
      rssBytes: process.memoryUsage.rss(),
    }
    await this.#database.withSystem(tx => beatProcess(tx, this.#info, pulse))
  }

  #measureCpu(): number {
    const used = process.cpuUsage(this.#cpu)
    const nowMs = performance.now()
    const share = (used.user + used.system) / 1000 / Math.max(1, nowMs - this.#atMs)
    this.#cpu = process.cpuUsage()
    this.#atMs = nowMs
    return Math.round(share * 1000) / 1000
  }
}

const keyFailure = (host: string): Failure =>
  new Failure({
    code: 'process.key',
    message: `The process on ${host} seals secrets with another master key, so this one could not open them.`,
    field: 'MASTER_KEY',
    advice: 'Give every process of the installation the same MASTER_KEY, or the same DATA_DIR/master.key.',
  })
