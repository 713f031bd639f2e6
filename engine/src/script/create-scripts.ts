import type { ScriptRunner, ScriptTask } from '@sluice/connector-kit'
import { isData, parseJson, SCRIPT_CALLS, SCRIPT_MS, type ScriptHook, scriptHooks, type Value } from '@sluice/contract'
import type { Database, Tx } from '@sluice/db'
import { readExact, writeExact } from './exact-json.ts'
import { inspectScript } from './inspect-script.ts'
import type { AskKind } from './messages.ts'
import { findMapped, findRecordText } from './read-catalogue.ts'
import { explainFault } from './script-failure.ts'
import { runInPool } from './script-pool.ts'

/** Runs scripts of a tenant's adapters; what they read is that tenant's. Tests shorten the limit. */
export function createScripts(
  { database }: { readonly database: Database },
  tenantId: string,
  limitMs = SCRIPT_MS,
): ScriptRunner {
  return {
    async inspect(code, signal) {
      const names = await inspectScript({ code, tenantId, explain: explainFault }, signal)
      return scriptHooks.filter(hook => names.includes(hook))
    },
    async run(task, signal) {
      const { code, hook, input, facts, log, secrets } = task
      const lent = secrets ? { secrets: new Map(secrets.known) } : {}
      const run = { code, hook, inputJson: writeExact(input), factsJson: JSON.stringify(facts), limitMs, ...lent }
      const mint = (handle: string, value: string): void => secrets?.keep(handle, value)
      const over = new AbortController()
      const ask = createAsk({ database, tenantId, task, signal, over: over.signal })
      const end = await runInPool(
        { run, tenantId, ask, mint, log: (level, text) => log({ hook, level, text }) },
        signal,
      ).finally(() => over.abort())
      if (end.kind === 'done') return readOutput(end.json, hook)
      throw explainFault(end, hook)
    },
  }
}

function readOutput(json: string, hook: ScriptHook): Value {
  try {
    return readExact(json)
  } catch {
    throw explainFault(
      { reason: 'output', message: 'The script gave back what is no JSON.', line: null, column: null },
      hook,
    )
  }
}

interface Asking {
  readonly database: Database
  readonly tenantId: string
  readonly task: ScriptTask
  readonly signal: AbortSignal | undefined
  /** When the script has ended, and nobody waits for answers. */
  readonly over: AbortSignal
}

function createAsk({ database, tenantId, task, signal, over }: Asking) {
  let calls = 0
  let last: Promise<unknown> = Promise.resolve()
  return async (what: AskKind, json: string): Promise<string> => {
    const wanted = readExact(json)
    if (what === 'call') {
      calls += 1
      if (calls > SCRIPT_CALLS) throw new Error(`A script may send ${SCRIPT_CALLS} requests.`)
      return writeExact(await task.call(wanted, signal))
    }
    const given = isData(wanted) ? wanted : {}
    const text = (name: string): string => String(given[name] ?? '')
    // One after the other: a script that asks a thousand times at once holds one connection of the store, not all.
    const turn = last.then(() => {
      over.throwIfAborted()
      return database.withTenant(tenantId, tx => lookUp(tx, tenantId, what, text))
    })
    last = turn.catch(() => undefined)
    return turn
  }
}

async function lookUp(tx: Tx, tenantId: string, what: AskKind, text: (name: string) => string): Promise<string> {
  if (what === 'map') {
    const direction = text('direction') === 'reverse' ? 'reverse' : 'forward'
    return JSON.stringify(await findMapped(tx, tenantId, { mapping: text('mapping'), value: text('value'), direction }))
  }
  const found = await findRecordText(tx, tenantId, { strategy: text('strategy'), key: text('key') })
  return found === null ? 'null' : writeExact(parseJson(found))
}
