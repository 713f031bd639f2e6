import { type Data, isData, parseJson } from '@sluice/contract'
import type { Tx } from '@sluice/db'
import type { MapOutcome, MapProblem, Mapper, RowsFilter } from '../map/index.ts'
import { readReplayOrders } from '../sql/replay-order-rows.ts'
import { applyCorrections } from '../stage/apply-corrections.ts'
import { readOriginals } from '../stage/read-originals.ts'
import type { Baselines } from './baselines.ts'
import { compareData } from './compare-data.ts'
import { type ChosenRecord, type Job, readSent } from './rehearsal-rows.ts'
import type { RecordDifference, RehearsalKind } from './rehearsals.ts'

export interface Judged {
  readonly kind: RehearsalKind
  /** Absent of what stays as it is. */
  readonly difference: RecordDifference | null
}

/** What the draft makes of a record, and what it was written by. */
export interface Parts {
  readonly draft: Mapper
  readonly filter: RowsFilter
  readonly baselines: Baselines
}

interface Loaded {
  readonly record: ChosenRecord
  /** As it came, with what people corrected; null: nobody can say any more. */
  readonly data: Data | null
  /** What is known to have been sent. */
  readonly sent: Data | null
}

/** The records of one page of the source with their content. */
export async function loadRecords(tx: Tx, job: Job, records: readonly ChosenRecord[]): Promise<Loaded[]> {
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
  const verdicts = await filterLoaded(loaded, filter)
  const isOut = verdicts.map(verdict => verdict === false)
  const open = loaded.flatMap(({ data }, index) => (data === null || isOut[index] ? [] : [{ data, index }]))
  const outcomes = await draft.mapPage(open.map(({ data }) => data))
  const drafted = new Map(
    open.map(({ index }, position) => [index, refuseUntold(outcomes[position]!, verdicts[index])]),
  ) // one outcome per row
  const before = await mapAsWritten(loaded, isOut, parts.baselines)
  return loaded.map(({ record }, index) => {
    const after = drafted.get(index)
    if (isOut[index]) return describe(record, 'filtered')
    const old = before.get(index)
    if (!after || !old) return describe(record, 'unclear')
    return judge(record, old, after)
  })
}

type Verdict = Awaited<ReturnType<RowsFilter['test']>>[number]

async function filterLoaded(loaded: readonly Loaded[], filter: RowsFilter): Promise<readonly Verdict[]> {
  const verdicts = await filter.test(loaded.map(({ data }) => data).filter(data => data !== null))
  let next = 0
  return loaded.map(({ data }) => (data === null ? true : verdicts[next++]!)) // one per row
}

/** A row of which the filter cannot tell is rejected when it is read. */
const refuseUntold = (outcome: MapOutcome, verdict: Verdict | undefined): MapOutcome =>
  typeof verdict === 'object' ? { kind: 'refused', problems: [verdict] } : outcome

/** What was sent; where that is not kept, the mapping of then makes it once more. */
async function mapAsWritten(
  loaded: readonly Loaded[],
  isOut: readonly boolean[],
  baselines: Baselines,
): Promise<Map<number, MapOutcome>> {
  const outcomes = new Map<number, MapOutcome>()
  const again = loaded.flatMap(({ record, data, sent }, index) => {
    if (sent !== null) outcomes.set(index, { kind: 'mapped', data: sent })
    return sent !== null || data === null || isOut[index] ? [] : [{ record, data, index }]
  })
  for (const group of Map.groupBy(again, ({ record }) => `${record.version} ${record.run_id}`).values()) {
    const { version, run_id: runId } = group[0]!.record // a group has a member
    const mapper = await baselines.find(version, runId)
    const mapped = mapper ? await mapper.mapPage(group.map(({ data }) => data)) : []
    for (const [position, outcome] of mapped.entries()) outcomes.set(group[position]!.index, outcome) // one outcome per row
  }
  return outcomes
}

function judge(record: ChosenRecord, before: MapOutcome, after: MapOutcome): Judged {
  if (after.kind === 'refused')
    return before.kind === 'refused'
      ? { kind: 'stillRefused', difference: null }
      : describe(record, 'refused', { problems: after.problems })
  if (before.kind === 'refused') return describe(record, 'accepted', { problems: before.problems })
  const fields = compareData(before.data, after.data)
  return fields.length === 0 ? { kind: 'same', difference: null } : describe(record, 'changed', { fields })
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
