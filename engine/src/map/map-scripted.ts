import { type Data, Failure, type RecordHook } from '@sluice/contract'
import type { MapProblem } from '../stage/map-problem.ts'
import { showJson } from './explain.ts'
import type { BoundMapping } from './lookup-value.ts'
import type { MapOutcome, RecordScripts, ScriptNote, ScriptOutcome } from './map-outcome.ts'

interface Surroundings {
  readonly now: Date
  readonly scripts: RecordScripts | undefined
  readonly signal: AbortSignal
  /** Maps records field by field. */
  mapFields(records: readonly Data[]): Promise<readonly MapOutcome[]>
}

/** Maps a page between the two functions of its script; each function is given the whole page at once. */
export async function mapScripted(
  { script, explain }: BoundMapping,
  rows: readonly Data[],
  { now, scripts, signal, mapFields }: Surroundings,
): Promise<readonly MapOutcome[]> {
  if (!scripts) throw new Error('mapping records whose script nobody runs')
  const code = script?.code ?? ''
  const hooks = await scripts.inspect(code, signal).catch(toProblem)
  if ('code' in hooks) return rows.map(() => refuse(hooks))
  const call = async (hook: RecordHook, given: Given[]): Promise<readonly ScriptOutcome[]> =>
    hooks.includes(hook)
      ? scripts.run({ code, hook, now, rows: given }, signal)
      : given.map(({ input }) => ({ data: input }))

  const before = await call(
    'beforeMapping',
    rows.map(input => ({ input })),
  )
  const records = before.flatMap(made => ('data' in made ? [made.data] : []))
  const mapped = await mapFields(records)
  const after = await call(
    'afterMapping',
    mapped.flatMap(
      (outcome, index) => (outcome.kind === 'mapped' ? [{ input: outcome.data, record: records[index]! }] : []), // one outcome per record
    ),
  )
  const next = { mapped: mapped.values(), after: after.values() }
  return rows.map((row, index) => {
    const first = before[index]! // one per row
    if ('problem' in first) return refuse(first.problem)
    const outcome = next.mapped.next().value! // one per record that the script let through
    const notes = explain ? listChanges('beforeMapping', row, first.data) : []
    if (outcome.kind === 'refused') return explain ? { ...outcome, scripted: notes } : outcome
    const last = next.after.next().value! // one per record that was mapped
    if ('problem' in last) return { ...refuse(last.problem), ...(explain ? { scripted: notes } : {}) }
    if (!explain) return { ...outcome, data: last.data }
    return {
      ...outcome,
      data: last.data,
      scripted: [...notes, ...listChanges('afterMapping', outcome.data, last.data)],
    }
  })
}

interface Given {
  readonly input: Data
  readonly record?: Data
}

const refuse = (problem: MapProblem): MapOutcome => ({ kind: 'refused', problems: [problem] })

function toProblem(error: unknown): MapProblem {
  if (error instanceof Failure) return toScriptProblem(error)
  throw error
}

/** `value`: line and column of what is wrong, `3:44`. */
export const toScriptProblem = ({ code, message, value }: Failure): MapProblem => ({
  field: 'script',
  code,
  message,
  ...(value ? { value } : {}),
})

function listChanges(hook: RecordHook, before: Data, after: Data): ScriptNote[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  return names.flatMap(field => {
    const [was, is] = [before, after].map(data => (Object.hasOwn(data, field) ? showJson(data[field]) : null))
    return was === is ? [] : [{ hook, field, before: was ?? null, after: is ?? null }]
  })
}
