import { createHash } from 'node:crypto'
import { type Failure, SCRIPT_MS } from '@sluice/contract'
import type { ScriptFault } from './messages.ts'
import { runInPool } from './script-pool.ts'

const MAX_KNOWN = 200
/** What scripts export, by their own text: they say the same in every process and for every tenant. */
const known = new Map<string, readonly string[]>()

interface Inspection {
  readonly code: string
  readonly tenantId: string
  explain(fault: ScriptFault, hook: null): Failure
}

/** Which of all hooks a script exports, of adapters and of records. @throws Failure `script.source` naming line and column */
export async function inspectScript(
  { code, tenantId, explain }: Inspection,
  signal?: AbortSignal,
): Promise<readonly string[]> {
  const hash = createHash('sha256').update(code).digest('base64url')
  const found = known.get(hash)
  if (found) return found
  const run = { code, hook: null, inputJson: 'null', factsJson: '{}', limitMs: SCRIPT_MS }
  const end = await runInPool({ run, tenantId, ask: refuseAsk, log: () => undefined }, signal)
  if (end.kind === 'failed') throw explain(end, null)
  const hooks = JSON.parse(end.json) as string[] // written by the sandbox
  if (known.size >= MAX_KNOWN) known.delete(known.keys().next().value ?? '')
  known.set(hash, hooks)
  return hooks
}

/** Where there is nobody to ask. */
export const refuseAsk = (): Promise<string> => Promise.reject(new Error('A script asks only inside of its functions.'))
