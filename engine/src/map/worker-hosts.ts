import { type ChildProcess, fork } from 'node:child_process'
import { bareEnvironment } from '../thread/bare-environment.ts'
import type { FromHost, ToHost } from './worker-host.ts'
import type { Chunk, ChunkAnswer } from './worker-mapping.ts'
import type { ChunkEnd } from './worker-pool.ts'

/** Some records, and what they may take. */
export interface HostTask {
  readonly chunk: Chunk
  readonly mappingJson: string
  /** CPU that each record may take, in ms. */
  readonly cpuMs: readonly number[]
  /** Heap of the worker, in MB. */
  readonly heapMb: number
  /** With no other chunk beside it in its process: it may be what ended one. */
  readonly isSuspect: boolean
  onAnswer(answer: ChunkAnswer): void
}

/** `died`: the process under it ended before the chunk did. */
export type HostEnd = ChunkEnd | { readonly kind: 'died' }

interface Host {
  readonly child: ChildProcess
  readonly mappings: Set<number>
  readonly waiting: Map<number, (event: FromHost | { readonly kind: 'died' }) => void>
  idleTimer: NodeJS.Timeout | undefined
}

const IDLE_MS = 30_000
/** Mappings that a host keeps the text of. */
const MAX_MAPPINGS = 32

type Role = 'shared' | 'alone'
/** One holds the workers of all chunks; another takes chunks that may have ended it, one after the other. */
const hosts = new Map<Role, Host>()
let lastAlone: Promise<unknown> = Promise.resolve()
let nextId = 1

/** @throws the signal's reason, or what failed outside of any record */
export async function runOnHost(task: HostTask, signal?: AbortSignal): Promise<HostEnd> {
  if (!task.isSuspect) return run(task, 'shared', signal)
  const end = lastAlone.then(() => run(task, 'alone', signal))
  lastAlone = end.catch(() => undefined)
  return end
}

async function run(task: HostTask, role: Role, signal: AbortSignal | undefined): Promise<HostEnd> {
  signal?.throwIfAborted()
  const host = hosts.get(role) ?? openHost(role)
  const id = nextId++
  keepAlive(host)
  return new Promise((resolve, reject) => {
    const end = (settle: () => void): void => {
      if (!host.waiting.delete(id)) return
      signal?.removeEventListener('abort', abort)
      rest(host)
      settle()
    }
    const abort = (): void => {
      send(host, { kind: 'abort', id })
      end(() => reject(signal?.reason))
    }
    host.waiting.set(id, event => {
      if (event.kind === 'answer') task.onAnswer(event.answer)
      else if (event.kind === 'failed') end(() => reject(new Error(event.message)))
      else end(() => resolve(event.kind === 'end' ? event.end : event))
    })
    signal?.addEventListener('abort', abort, { once: true })
    const { chunk, heapMb, cpuMs } = task
    send(host, { kind: 'run', id, chunk, heapMb, cpuMs, ...introduce(host, task) })
  })
}

/** The text of a mapping goes once to each host; it may hold a hundred thousand lines of a value map. */
function introduce({ mappings }: Host, { chunk, mappingJson }: HostTask): { mappingJson?: string; forgetId?: number } {
  const { mappingId } = chunk
  if (mappings.delete(mappingId)) {
    mappings.add(mappingId)
    return {}
  }
  const [oldestId] = mappings
  const forgetId = mappings.size >= MAX_MAPPINGS ? oldestId : undefined
  if (forgetId !== undefined) mappings.delete(forgetId)
  mappings.add(mappingId)
  return { mappingJson, ...(forgetId === undefined ? {} : { forgetId }) }
}

function openHost(role: Role): Host {
  const child = fork(new URL('./worker-host.ts', import.meta.url), {
    serialization: 'advanced',
    // No settings and no secrets of the process reach a tenant's expressions.
    env: bareEnvironment(),
    execArgv: [],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  const host: Host = { child, mappings: new Set(), waiting: new Map(), idleTimer: undefined }
  hosts.set(role, host)
  const die = (): void => {
    forget(host)
    clearTimeout(host.idleTimer)
    for (const tell of [...host.waiting.values()]) tell({ kind: 'died' })
  }
  child.on('message', (message: FromHost) => host.waiting.get(message.id)?.(message))
  child.on('exit', die)
  child.on('error', die)
  return host
}

const send = ({ child }: Host, message: ToHost): void => {
  // What cannot be sent is told by its end.
  if (child.connected) child.send(message, () => undefined)
}

function keepAlive({ child, idleTimer }: Host): void {
  clearTimeout(idleTimer)
  child.ref()
  child.channel?.ref()
}

/** A host without work keeps no process from ending, and ends by itself. */
function rest(host: Host): void {
  const { child } = host
  if (host.waiting.size > 0) return
  child.unref()
  child.channel?.unref()
  host.idleTimer = setTimeout(() => {
    forget(host)
    if (child.connected) child.disconnect()
  }, IDLE_MS)
  host.idleTimer.unref()
}

function forget(host: Host): void {
  for (const [role, each] of hosts) if (each === host) hosts.delete(role)
}

/** The processes that hold workers now. */
export const listHostPids = (): number[] =>
  Array.from(hosts.values(), ({ child }) => child.pid ?? 0).filter(pid => pid > 0)
