import { type ChildProcess, fork } from 'node:child_process'
import { realpath, stat } from 'node:fs/promises'
import { basename, join, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { ConnectorContext } from '@sluice/connector-kit'
import { Failure } from '@sluice/contract'
import { SqliteError } from './failure.ts'
import type { Params } from './manifest.ts'
import type { Answer, Cell, Question, Row } from './messages.ts'

/** One question to the process: a page or a batch. */
const ANSWER_TIMEOUT_MS = 300_000
/** Memory of the process; values are handed over page by page. */
const PROCESS_MB = 512

/**
 * A database file opened in a process of its own. SQLite answers synchronously and cannot be interrupted from outside:
 * only a process can be stopped in the middle of a heavy condition, and only its own falls when a file is malicious.
 */
export class Session {
  readonly #process: ChildProcess
  readonly #ended: Promise<void>
  #waiting: { resolve(answer: Answer): void; reject(error: unknown): void } | undefined
  #isBroken = false

  private constructor() {
    this.#process = fork(fileURLToPath(new URL('./worker.ts', import.meta.url)), [], {
      serialization: 'advanced',
      // Nothing of our environment, where secrets may be.
      env: {},
      execArgv: [`--max-old-space-size=${PROCESS_MB}`, '--disable-warning=ExperimentalWarning'],
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    this.#process.on('message', (answer: Answer) => this.#settle(answer))
    this.#process.on('error', error => this.#fail(error))
    this.#ended = new Promise(resolve => {
      this.#process.once('exit', () => {
        this.#fail(new Error('the process has ended'))
        resolve()
      })
    })
  }

  /** @throws Failure `file.*` | `connector.permission` */
  static async open(params: Params, context: ConnectorContext, mode: 'read' | 'write'): Promise<Session> {
    const path = await findFile(params, context)
    const session = new Session()
    try {
      await session.#ask({ kind: 'open', path, mode: params.place === 'upload' ? 'immutable' : mode })
      return session
    } catch (error) {
      await session.close()
      throw error
    }
  }

  get isBroken(): boolean {
    return this.#isBroken
  }

  async all(sql: string, params: readonly Cell[] = []): Promise<readonly Row[]> {
    return (await this.#ask({ kind: 'all', sql, params })).rows ?? []
  }

  /** Names and declared types of what a statement gives. */
  async columns(sql: string): Promise<readonly (readonly [string, string])[]> {
    return (await this.#ask({ kind: 'columns', sql })).columns ?? []
  }

  /** Rows in pieces of about `maxBytes`. */
  async *read(sql: string, params: readonly Cell[], maxBytes: number): AsyncIterable<readonly Row[]> {
    let answer = await this.#ask({ kind: 'page', sql, params, maxBytes })
    for (;;) {
      if (answer.rows && answer.rows.length > 0) yield answer.rows
      if (answer.isDone) return
      answer = await this.#ask({ kind: 'more' })
    }
  }

  async exec(sql: string): Promise<void> {
    await this.#ask({ kind: 'exec', sql })
  }

  /** Runs a statement for each row and answers how many rows each one changed. */
  async each(sql: string, rows: readonly Row[]): Promise<readonly number[]> {
    return (await this.#ask({ kind: 'each', sql, rows })).changes ?? []
  }

  /** Ends the process at once, whatever it is doing. */
  destroy(): void {
    this.#isBroken = true
    this.#process.kill('SIGKILL')
  }

  async close(): Promise<void> {
    if (!this.#isBroken) await this.#ask({ kind: 'close' }).catch(() => undefined)
    this.#isBroken = true
    this.#process.kill('SIGKILL')
    await this.#ended
  }

  async #ask(question: Question): Promise<Answer> {
    if (this.#isBroken) throw makeBroken()
    const timer = setTimeout(() => this.#expire(), ANSWER_TIMEOUT_MS)
    try {
      const answer = await new Promise<Answer>((resolve, reject) => {
        this.#waiting = { resolve, reject }
        this.#process.send(question)
      })
      if (answer.error) throw new SqliteError(answer.error.message, answer.error.errorCode)
      return answer
    } finally {
      clearTimeout(timer)
    }
  }

  #settle(answer: Answer): void {
    const waiting = this.#waiting
    this.#waiting = undefined
    waiting?.resolve(answer)
  }

  #fail(cause: unknown): void {
    this.#isBroken = true
    const waiting = this.#waiting
    this.#waiting = undefined
    waiting?.reject(makeBroken(cause))
  }

  #expire(): void {
    const waiting = this.#waiting
    this.#waiting = undefined
    this.destroy()
    const advice = 'Narrow the condition, or add an index for the key and the increment field.'
    waiting?.reject(
      new Failure({
        code: 'connector.timeout',
        message: 'The database took longer than 5 minutes.',
        retry: 'later',
        advice,
      }),
    )
  }
}

const makeBroken = (cause?: unknown): Failure =>
  new Failure({
    code: 'connector.broken',
    message: 'The database was closed in the middle of a statement.',
    retry: 'later',
    cause,
  })

export async function findFile(params: Params, context: ConnectorContext): Promise<string> {
  if (params.place === 'upload') return (await context.files.find(params.file)).path
  const directory = await realpath(await context.files.resolveDirectory(params.directory))
  const missing = new Failure({
    code: 'file.missing',
    message: `There is no file "${params.name}" in ${params.directory}.`,
    field: 'name',
    advice: 'Check the name of the file.',
  })
  if (basename(params.name) !== params.name || params.name === '..') throw missing
  const path = await realpath(join(directory, params.name)).catch(() => null)
  // A link out of the opened directory is no file of it.
  if (path === null || !path.startsWith(directory.endsWith(sep) ? directory : directory + sep)) throw missing
  if (!(await stat(path)).isFile()) throw missing
  return path
}
