import { createHash } from 'node:crypto'
import type { ScriptRunner, ScriptTask } from '@sluice/connector-kit'
import { Failure, isData, parseJson, SCRIPT_CALLS, type ScriptHook, type Value } from '@sluice/contract'
import type { Database } from '@sluice/db'
import { readExact, writeExact } from './exact-json.ts'
import type { AskKind, ScriptFault } from './messages.ts'
import { findMapped, findRecordText } from './read-catalogue.ts'
import { runInPool } from './script-pool.ts'

const MAX_KNOWN = 200
/** What scripts export, by their own text: they say the same in every process and for every tenant. */
const known = new Map<string, readonly ScriptHook[]>()

/** Runs scripts of a tenant's adapters; what they read is that tenant's. */
export function createScripts({ database }: { readonly database: Database }, tenantId: string): ScriptRunner {
  return {
    async inspect(code, signal) {
      const hash = createHash('sha256').update(code).digest('base64url')
      const found = known.get(hash)
      if (found) return found
      const run = { code, hook: null, inputJson: 'null', factsJson: '{}' }
      const end = await runInPool({ run, tenantId, ask: refuseAsk, log: () => undefined }, signal)
      if (end.kind === 'failed') throw explainFault(end, null)
      const hooks = JSON.parse(end.json) as ScriptHook[] // written by the sandbox, which knows no others
      if (known.size >= MAX_KNOWN) known.delete(known.keys().next().value ?? '')
      known.set(hash, hooks)
      return hooks
    },
    async run(task, signal) {
      const { code, hook, input, facts, log } = task
      const run = { code, hook, inputJson: writeExact(input), factsJson: JSON.stringify(facts) }
      const ask = createAsk(database, tenantId, task, signal)
      const end = await runInPool({ run, tenantId, ask, log: (level, text) => log({ hook, level, text }) }, signal)
      if (end.kind === 'done') return readOutput(end.json, hook)
      throw explainFault(end, hook)
    },
  }
}

const refuseAsk = (): Promise<string> => Promise.reject(new Error('A script asks only inside of its functions.'))

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

function createAsk(database: Database, tenantId: string, task: ScriptTask, signal: AbortSignal | undefined) {
  let calls = 0
  return async (what: AskKind, json: string): Promise<string> => {
    const wanted = readExact(json)
    if (what === 'call') {
      calls += 1
      if (calls > SCRIPT_CALLS) throw new Error(`A script may send ${SCRIPT_CALLS} requests.`)
      return writeExact(await task.call(wanted, signal))
    }
    const given = isData(wanted) ? wanted : {}
    const text = (name: string): string => String(given[name] ?? '')
    return database.withTenant(tenantId, async tx => {
      if (what === 'map') {
        const direction = text('direction') === 'reverse' ? 'reverse' : 'forward'
        return JSON.stringify(
          await findMapped(tx, tenantId, { mapping: text('mapping'), value: text('value'), direction }),
        )
      }
      const found = await findRecordText(tx, tenantId, { strategy: text('strategy'), key: text('key') })
      return found === null ? 'null' : writeExact(parseJson(found))
    })
  }
}

const codes: Readonly<Record<ScriptFault['reason'], string>> = {
  source: 'script.source',
  broken: 'script.source',
  thrown: 'script.failed',
  time: 'script.time',
  memory: 'script.memory',
  output: 'script.output',
}

/** Names the place as people count, so that an editor finds it. */
function explainFault({ reason, message, line, column }: ScriptFault, hook: ScriptHook | null): Failure {
  const where = line === null ? '' : `line ${line}${column === null ? '' : `, column ${column}`}`
  const place = where === '' ? `${hook ?? 'script'}` : hook === null ? where : `${hook}, ${where}`
  return new Failure({
    code: codes[reason],
    message: `The script of the adapter failed (${place}): ${message}`,
    field: 'script.code',
    value: line === null ? '' : `${line}:${column ?? 1}`,
    advice: 'Correct the script and try it out.',
    retry: 'never',
  })
}
