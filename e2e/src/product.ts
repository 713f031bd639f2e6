import { type ChildProcess, spawn } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { type Client, createClient } from '@sluice/contract'
import { contracts } from './contracts.ts'
import { encodeLogin } from './encode-login.ts'
import { makeDataDir } from './prepared-data.ts'

export type Contracts = typeof contracts
export type Api = Client<typeof contracts>

export const projectRoot = join(import.meta.dirname, '../..')
export const adminPassword = 'Weir-4711-gate!'

/** The real product in its own process. */
export interface Product {
  readonly url: string
  readonly dataDir: string
  readonly pid: number
  /** From spawn to the line that says it is ready. */
  readonly readyMs: number
  /** Everything it printed. */
  output(): string
  /** A client that is signed in as the first administrator. */
  signIn(username?: string, password?: string): Promise<Api>
  /** SIGTERM, and wait. Returns the exit code. */
  stop(): Promise<number | null>
  /** SIGKILL, and wait. */
  kill(): Promise<void>
  /** Stop and remove the data directory. */
  dispose(): Promise<void>
}

export interface StartOptions {
  readonly dataDir?: string
  /** The first start of all, with nothing prepared. */
  readonly isFirstStart?: boolean
  readonly env?: Readonly<Record<string, string>>
  readonly args?: readonly string[]
  /** Program and arguments that put it on a machine of its own. */
  readonly enter?: readonly string[]
  /** Default 60000. */
  readonly timeoutMs?: number
}

/** As `npm start` runs it. */
export const launchEnvironment = {
  MALLOC_MMAP_THRESHOLD_: '131072',
  MALLOC_TRIM_THRESHOLD_: '131072',
  NODE_OPTIONS: `--max-semi-space-size=8 --max-old-space-size=1024${recorder()}`,
}

/** In a run of all tests its statements are kept too; see db/src/testing/setup.ts. */
function recorder(): string {
  return process.env['TEST_STATEMENTS'] ? ` --import=${join(projectRoot, 'db/src/testing/setup.ts')}` : ''
}

/** Starts the product on a port the system chooses and a fresh data directory, and waits until it is ready. */
export async function startProduct(options: StartOptions = {}): Promise<Product> {
  const dataDir = options.dataDir ?? (await makeDataDir({ isEmpty: options.isFirstStart ?? false }))
  const startedMs = performance.now()
  const main = join(projectRoot, 'main/src/main.ts')
  const command = [...(options.enter ?? []), process.execPath, main, ...(options.args ?? [])] as const
  const child = spawn(command[0]!, command.slice(1), {
    cwd: projectRoot,
    env: {
      ...launchEnvironment,
      ...process.env,
      NODE_COMPILE_CACHE: join(projectRoot, '.cache/compile'),
      PORT: '0',
      DATA_DIR: dataDir,
      ADMIN_PASSWORD: adminPassword,
      ...options.env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  child.stdout.on('data', chunk => (output += chunk))
  child.stderr.on('data', chunk => (output += chunk))
  const url = await waitForAddress(child, () => output, options.timeoutMs ?? 60_000)
  const ended = new Promise<number | null>(resolve => child.once('exit', resolve))
  const stop = async (): Promise<number | null> => {
    child.kill('SIGTERM')
    return ended
  }
  return {
    url,
    dataDir,
    pid: child.pid!, // it has printed its address, so it runs
    readyMs: performance.now() - startedMs,
    output: () => output,
    signIn: (username = 'admin', password = adminPassword) => signIn(url, username, password),
    stop,
    async kill() {
      child.kill('SIGKILL')
      await ended
    },
    async dispose() {
      await stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

async function waitForAddress(child: ChildProcess, output: () => string, timeoutMs: number): Promise<string> {
  for (let waitedMs = 0; waitedMs < timeoutMs; waitedMs += 20) {
    const match = /ready: (http:\/\/\S+)/.exec(output())
    if (match?.[1]) return match[1]
    if (child.exitCode !== null) throw new Error(`the product ended with ${child.exitCode}:\n${output()}`)
    await delay(20)
  }
  child.kill('SIGKILL')
  throw new Error(`the product was not ready within ${timeoutMs} ms:\n${output()}`)
}

/** A client with a token of its own. The access token is renewed when it runs out. */
export async function signIn(url: string, username: string, password: string): Promise<Api> {
  let { access_token: token, refresh_token: refreshToken } = await getTokens(url, username, password)
  const api = createClient(contracts, {
    base: url,
    token: () => token,
    language: () => 'en-US',
    async onError(error, route) {
      if (error.status !== 401 || route.path.startsWith('/api/passport/') || refreshToken === '') return undefined
      const { content } = await api.passport.refresh({ body: { refresh_token: refreshToken } })
      token = content.access_token
      refreshToken = content.refresh_token
      return 'retry'
    },
  })
  return api
}

/** What a browser keeps of a sign-in. */
export async function getTokens(url: string, username = 'admin', password = adminPassword) {
  const api = createClient(contracts, { base: url, token: () => null, language: () => 'en-US' })
  const key = (await api.passport.loginKey()).content
  return (await api.passport.login({ body: { encodedata: encodeLogin(key, { username, password }) } })).content
}
