import { parentPort } from 'node:worker_threads'
import { toFailure } from '@sluice/contract'
import type { ApartAnswer, ApartTask } from './run-apart.ts'

// A thread of run-apart.ts. Stripping types is called experimental; nobody reads warnings here.
process.removeAllListeners('warning')

parentPort?.on('message', (task: ApartTask) => {
  // never rejects: whatever is thrown is an answer
  void answer(task, told => parentPort?.postMessage(told)).then(told => parentPort?.postMessage(told))
})

async function answer({ module, name, given }: ApartTask, tell: (told: ApartAnswer) => void): Promise<ApartAnswer> {
  try {
    const found: unknown = (await import(module))[name]
    if (typeof found !== 'function') throw new Error(`running ${name} apart: ${module} has no such function`)
    tell('loaded')
    return { json: JSON.stringify(found(...given)) ?? 'null' }
  } catch (error) {
    const detail = toFailure(error).toDetail()
    // What nobody foresaw is for the log, and only that thread's stack says where.
    return { detail, cause: detail.code === 'internal' && error instanceof Error ? String(error.stack) : null }
  }
}
