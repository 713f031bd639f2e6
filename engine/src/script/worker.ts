import { parentPort } from 'node:worker_threads'
import type { FromWorker, ToWorker } from './messages.ts'
import { runSandboxed, SandboxError } from './sandbox.ts'

// A worker of script-pool.ts. Stripping types is called experimental; nobody reads warnings here.
process.removeAllListeners('warning')

const asked = new Map<number, { resolve(json: string): void; reject(error: Error): void }>()
/** Questions beyond those that the product's thread may have at once; the script does not see the difference. */
const queued: FromWorker[] = []
const MAX_UNDER_WAY = 100
let lastId = 0

const tell = (message: FromWorker): void => parentPort?.postMessage(message)

parentPort?.on('message', (message: ToWorker) => {
  if (message.kind === 'run')
    void run(message) // never rejects: but for a broken interpreter, which shall end this thread
  else {
    const waiting = asked.get(message.id)
    asked.delete(message.id)
    const next = queued.shift()
    if (next) tell(next)
    if (message.kind === 'answer') waiting?.resolve(message.json)
    else waiting?.reject(new Error(message.message))
  }
})

async function run(task: Extract<ToWorker, { kind: 'run' }>): Promise<void> {
  asked.clear()
  queued.length = 0
  try {
    const json = await runSandboxed(task, {
      ask: (what, text) =>
        new Promise((resolve, reject) => {
          lastId += 1
          asked.set(lastId, { resolve, reject })
          const question = { kind: 'ask', id: lastId, what, json: text } as const
          if (asked.size <= MAX_UNDER_WAY) tell(question)
          else queued.push(question)
        }),
      mint: (handle, value) => tell({ kind: 'minted', handle, value }),
      log: (level, text) => tell({ kind: 'log', level, text }),
    })
    tell({ kind: 'done', json })
  } catch (error) {
    if (error instanceof SandboxError) tell({ kind: 'failed', ...error.fault })
    // The interpreter itself broke: nothing of it is used again.
    else throw error
  }
}
