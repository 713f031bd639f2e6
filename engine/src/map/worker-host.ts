import type { Chunk, ChunkAnswer } from './worker-mapping.ts'
import { type ChunkEnd, runChunk } from './worker-pool.ts'

/**
 * The process that holds the workers. V8 ends a whole process now and then where threads of its are ended (`Check failed:
 * jit_page.has_value()`, Node 24), and may do so where memory runs out: it is this one, never the one that moves records.
 */

export type ToHost =
  | {
      readonly kind: 'run'
      readonly id: number
      readonly chunk: Chunk
      /** With the first chunk of a mapping. */
      readonly mappingJson?: string
      /** A mapping that no chunk will come of any more. */
      readonly forgetId?: number | undefined
      readonly heapMb: number
      /** CPU that each record may take, in ms. */
      readonly cpuMs: readonly number[]
    }
  | { readonly kind: 'abort'; readonly id: number }

export type FromHost =
  | { readonly kind: 'answer'; readonly id: number; readonly answer: ChunkAnswer }
  | { readonly kind: 'end'; readonly id: number; readonly end: ChunkEnd }
  | { readonly kind: 'failed'; readonly id: number; readonly message: string }

const mappings = new Map<number, string>()
const running = new Map<number, AbortController>()

const tell = (message: FromHost): void => {
  if (process.connected) process.send?.(message)
}

process.on('message', (message: ToHost) => {
  if (message.kind === 'run')
    void run(message) // never rejects: failures are told
  else running.get(message.id)?.abort(new Error('nobody waits for it any more'))
})
// It ends with the process that began it, which a signal to both would leave without workers while it drains.
process.on('disconnect', () => process.exit())
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined)

async function run(task: Extract<ToHost, { kind: 'run' }>): Promise<void> {
  const { id, chunk, forgetId, heapMb, cpuMs } = task
  if (forgetId !== undefined) mappings.delete(forgetId)
  if (task.mappingJson !== undefined) mappings.set(chunk.mappingId, task.mappingJson)
  const mappingJson = mappings.get(chunk.mappingId) ?? 'null'
  const aborting = new AbortController()
  running.set(id, aborting)
  try {
    const cpuMsOf = (index: number): number => cpuMs[index] ?? 0
    const onAnswer = (answer: ChunkAnswer): void => tell({ kind: 'answer', id, answer })
    tell({ kind: 'end', id, end: await runChunk({ chunk, mappingJson, heapMb, cpuMsOf, onAnswer }, aborting.signal) })
  } catch (error) {
    tell({ kind: 'failed', id, message: error instanceof Error ? error.message : String(error) })
  } finally {
    running.delete(id)
  }
}
