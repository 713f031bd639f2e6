import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { api } from '../../../../lib/api.ts'
import { summarizeTest } from '../model.ts'
import { refreshConnectors } from './queries.ts'
import { awaitTest, type TestState } from './use-test.ts'

/** Far systems answer slowly, the server tests each in its own connection; more at once would only queue there. */
const AT_ONCE = 3

interface BatchProgress {
  readonly done: number
  readonly all: number
}

export interface ConnectorTests {
  readonly states: ReadonlyMap<string, TestState>
  /** null while no batch runs. */
  readonly progress: BatchProgress | null
  /** Tests saved connectors; those that were stopped before their answer count as neither. */
  run(ids: readonly string[]): Promise<{ readonly passed: number; readonly tested: number }>
  stop(): void
}

/** Tests of several rows at once, each with its own state. */
export function useConnectorTests(): ConnectorTests {
  const client = useQueryClient()
  const [states, setStates] = useState<ReadonlyMap<string, TestState>>(new Map())
  const [progress, setProgress] = useState<BatchProgress | null>(null)
  const controller = useRef<AbortController | null>(null)
  const put = (id: string, state: TestState) => setStates(known => new Map(known).set(id, state))

  const runOne = async (id: string, signal: AbortSignal): Promise<'passed' | 'failed' | 'stopped'> => {
    put(id, { kind: 'running', startedMs: Date.now() })
    const state = await awaitTest(inner => api.connector.test({ params: { id }, signal: inner }), signal)
    put(id, state)
    if (state.kind === 'idle') return 'stopped'
    return state.kind === 'done' && summarizeTest(state.steps).isPassed ? 'passed' : 'failed'
  }

  const run: ConnectorTests['run'] = async ids => {
    const own = new AbortController()
    controller.current = own
    const queue = [...ids]
    let passed = 0
    let tested = 0
    let done = 0
    for (const id of ids) put(id, { kind: 'waiting' })
    if (ids.length > 1) setProgress({ done, all: ids.length })
    const work = async () => {
      for (let id = queue.shift(); id !== undefined; id = queue.shift()) {
        if (own.signal.aborted) put(id, { kind: 'idle' })
        else {
          const outcome = await runOne(id, own.signal)
          if (outcome === 'passed') passed += 1
          if (outcome !== 'stopped') tested += 1
        }
        done += 1
        if (ids.length > 1) setProgress({ done, all: ids.length })
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, work))
    if (ids.length > 1) setProgress(null)
    await refreshConnectors(client)
    return { passed, tested }
  }

  return { states, progress, run, stop: () => controller.current?.abort() }
}
