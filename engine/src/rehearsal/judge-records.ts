import { type Data, Failure, isData, parseJson } from '@sluice/contract'
import type { Tx } from '@sluice/db'
import type { MapOutcome, MapProblem, Mapper, RowsFilter } from '../map/index.ts'
import { readReplayOrders } from '../sql/replay-order-rows.ts'
import { applyCorrections } from '../stage/apply-corrections.ts'
import { readOriginals } from '../stage/read-originals.ts'
import { compareData } from './compare-data.ts'
import { type ChosenRecord, type RehearsalWork, readSent } from './rehearsal-rows.ts'
import type { FieldChange, RecordDifference, RehearsalKind } from './rehearsals.ts'

export interface Judged {
  readonly kind: RehearsalKind
  /** Absent of what stays as it is. */
  readonly difference: RecordDifference | null
}

/** What the draft makes of a record, and what it is compared with. */
export interface Parts {
  readonly draft: Mapper
  readonly filter: RowsFilter
  readonly before: Before
  /** What changes beside the mapped record; null: nothing is looked at. */
  readonly beside:
    | ((loaded: readonly Loaded[], outcomes: Outcomes) => Promise<readonly (readonly FieldChange[])[]>)
    | null
}

/** By index; without one nobody can say. */
export type Outcomes = ReadonlyMap<number, MapOutcome>

/** What each record was written as, or would be today; `isOut` are those that the draft's filter leaves out. */
export type Before = (loaded: readonly Loaded[], isOut: readonly boolean[]) => Promise<Outcomes>

export interface Loaded {
  readonly record: ChosenRecord
  /** As it came, with what people corrected; null: nobody can say any more. */
  readonly data: Data | null
  /** What the draft would be given instead, where it reads groups otherwise; or why it would be given nothing. */
  readonly given?: Data | Failure | null
  /** The target's answer; undefined: not asked for, or none is kept. */
  readonly response?: string | undefined
  /** What is known to have been sent. */
  readonly sent: Data | null
}

/** A row that the filter leaves out today. */
export const LEFT_OUT: MapOutcome = {
  kind: 'refused',
  problems: [
    {
      field: 'source.filter',
      code: 'source.filtered',
      message: 'Left out by the row filter of the strategy.',
    },
  ],
}

/** The records of one page of the source with their content. */
export async function loadRecords(tx: Tx, job: RehearsalWork, records: readonly ChosenRecord[]): Promise<Loaded[]> {
  const texts = await readOriginals(tx, records)
  const { corrections } = await readReplayOrders(tx, { tenantId: job.tenant_id, strategyId: job.strategy_id }, records)
  const sent = await readSent(tx, job, records)
  return records.map(record => ({
    record,
    data: correct(toData(texts.get(record.id)), corrections.get(record.id)),
    sent: toData(sent.get(record.id)),
  }))
}

function toData(text: string | undefined): Data | null {
  const value = text === undefined ? null : parseJson(text)
  return isData(value) ? value : null
}

/** A correction that has no place in the record leaves it as unclear as the writing of it was. */
function correct(data: Data | null, changes: readonly string[] | undefined): Data | null {
  if (data === null || changes === undefined) return data
  try {
    return applyCorrections(data, changes)
  } catch {
    return null
  }
}

/** One verdict per record, in order. */
export async function judgeRecords(loaded: readonly Loaded[], parts: Parts): Promise<Judged[]> {
  const { draft, filter } = parts
  const rows = loaded.map(({ data, given = data }) => (given instanceof Failure ? null : given))
  const verdicts = await filterRows(rows, filter)
  const isOut = verdicts.map(verdict => verdict === false)
  const open = rows.flatMap((data, index) => (data === null || isOut[index] ? [] : [{ data, index }]))
  const outcomes = await draft.mapPage(open.map(({ data }) => data))
  const drafted = new Map(
    open.map(({ index }, position) => [index, refuseUntold(outcomes[position]!, verdicts[index])]),
  ) // one outcome per row
  const before = await parts.before(loaded, isOut)
  const beside = await parts.beside?.(loaded, before)
  return loaded.map(({ record, given }, index) => {
    const after = given instanceof Failure ? refuse(given) : drafted.get(index)
    const old = before.get(index)
    if (isOut[index]) return old === LEFT_OUT ? SAME : describe(record, 'filtered')
    if (!after || !old) return describe(record, 'unclear')
    return judge(record, old, after, beside?.[index] ?? [])
  })
}

const refuse = ({ field = '', code, message }: Failure): MapOutcome => ({
  kind: 'refused',
  problems: [{ field, code, message }],
})

const SAME: Judged = { kind: 'same', difference: null }

type Verdict = Awaited<ReturnType<RowsFilter['test']>>[number]

/** What is not known is no row to be left out. */
export async function filterRows(rows: readonly (Data | null)[], filter: RowsFilter): Promise<readonly Verdict[]> {
  const verdicts = await filter.test(rows.filter(data => data !== null))
  let next = 0
  return rows.map(data => (data === null ? true : verdicts[next++]!)) // one per row
}

/** A row of which the filter cannot tell is rejected when it is read. */
export const refuseUntold = (outcome: MapOutcome, verdict: Verdict | undefined): MapOutcome =>
  typeof verdict === 'object' ? { kind: 'refused', problems: [verdict] } : outcome

function judge(record: ChosenRecord, before: MapOutcome, after: MapOutcome, beside: readonly FieldChange[]): Judged {
  if (after.kind === 'refused')
    return before.kind === 'refused'
      ? { kind: 'stillRefused', difference: null }
      : describe(record, 'refused', { problems: after.problems })
  if (before.kind === 'refused') return describe(record, 'accepted', { problems: before.problems })
  const fields = [...compareData(before.data, after.data), ...beside]
  return fields.length === 0 ? SAME : describe(record, 'changed', { fields })
}

/** Of one record; who wants more opens it. */
const MAX_PROBLEMS = 20

const describe = (
  record: ChosenRecord,
  kind: RehearsalKind,
  {
    fields = [],
    problems = [],
  }: { readonly fields?: RecordDifference['fields']; readonly problems?: readonly MapProblem[] } = {},
): Judged => ({
  kind,
  difference: {
    recordId: record.id,
    key: record.key,
    number: record.number,
    status: record.status,
    version: record.version,
    kind,
    fields,
    problems: problems.slice(0, MAX_PROBLEMS),
  },
})
