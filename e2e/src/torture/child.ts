import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { adminPassword, projectRoot } from '../product.ts'

export interface Plan {
  readonly at?: { readonly point: string; readonly nth: number; readonly signal: 'SIGKILL' | 'SIGSTOP' }
  readonly aheadMs: number
  readonly bug?: string
}

interface Message {
  readonly kind: 'loaded' | 'ready' | 'met'
  readonly url?: string
  readonly point?: string
  readonly points?: readonly string[]
}

/** One process of the real product that has loaded its modules and waits for the order to start. */
export class Child {
  readonly #process: ChildProcess
  readonly ended: Promise<NodeJS.Signals | number>
  readonly loaded: Promise<readonly string[]>
  readonly #onMet: (point: string) => void
  #ready: (url: string) => void = () => undefined
  #output = ''
  isGone = false

  constructor(env: Readonly<Record<string, string>>, onMet: (point: string) => void) {
    this.#onMet = onMet
    this.#process = spawn(
      process.execPath,
      ['--max-semi-space-size=16', join(projectRoot, 'main/src/testing/torture-child.ts')],
      {
        cwd: projectRoot,
        env: {
          ...process.env,
          PORT: '0',
          ADMIN_PASSWORD: adminPassword,
          NODE_COMPILE_CACHE: join(projectRoot, '.cache/torture'),
          ...env,
        },
        stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      },
    )
    for (const stream of [this.#process.stdout, this.#process.stderr])
      stream?.on('data', chunk => {
        this.#output = (this.#output + String(chunk)).slice(-20_000)
      })
    this.ended = new Promise(resolve =>
      this.#process.once('exit', (code, signal) => {
        this.isGone = true
        resolve(signal ?? code ?? 0)
      }),
    )
    this.loaded = new Promise((resolve, reject) => {
      this.#process.on('message', (message: Message) => {
        if (message.kind === 'loaded') resolve(message.points ?? [])
        if (message.kind === 'ready') this.#ready(message.url ?? '')
        if (message.kind === 'met' && message.point) this.#onMet(message.point)
      })
      void this.ended.then(end => reject(new Error(`the product ended with ${end} while it loaded:\n${this.#output}`)))
    })
    this.loaded.catch(() => undefined)
  }

  get pid(): number {
    return this.#process.pid ?? 0
  }

  output(): string {
    return this.#output
  }

  /** Resolves with the address, or null when the process ended on its way up as it was ordered to. */
  async start(plan: Plan, timeoutMs = 60_000): Promise<string | null> {
    await this.loaded
    const ready = new Promise<string>(resolve => {
      this.#ready = resolve
    })
    const timeout = new Promise<'late'>(resolve => setTimeout(resolve, timeoutMs, 'late').unref())
    this.#process.send(plan)
    const answer = await Promise.race([ready, this.ended, timeout])
    if (answer === 'late') {
      this.kill()
      throw new Error(`the product was not ready within ${timeoutMs} ms:\n${this.#output}`)
    }
    if (typeof answer === 'string' && answer.startsWith('http')) return answer
    if (answer === 'SIGKILL') return null
    throw new Error(`the product ended with ${answer}:\n${this.#output}`)
  }

  signal(name: NodeJS.Signals): void {
    this.#process.kill(name)
  }

  async kill(): Promise<void> {
    this.#process.kill('SIGKILL')
    await this.ended
  }

  /** Whether SIGSTOP has reached it. */
  isPaused(): boolean {
    try {
      return /\) T /.test(readFileSync(`/proc/${this.pid}/stat`, 'utf8'))
    } catch {
      return false
    }
  }
}
