import { isDeepStrictEqual } from 'node:util'
import { StrategyConfig, type Translate } from '@sluice/contract'
import { type FieldChange, type MapProblem, type RehearsalSummary, rehearsalKinds } from '@sluice/engine'
import type { Difference, Rehearsal } from './contract.ts'
import type { DifferenceRow, RehearsalRow } from './store.ts'

export function describeRehearsal(row: RehearsalRow, tell: Translate): Rehearsal {
  const summary = row.summary === null ? null : (JSON.parse(row.summary) as RehearsalSummary) // as the engine wrote it
  const kinds = Object.fromEntries(rehearsalKinds.map(kind => [kind, summary?.kinds[kind] ?? 0]))
  return {
    id: row.id,
    strategy_id: row.strategy_id,
    base_version: row.base_version,
    revision: row.revision,
    compares: row.compares,
    days: row.days,
    max_records: row.max_records,
    state: row.state,
    cancelling: row.cancel && row.finished_at === null,
    total: row.total === null ? null : Number(row.total),
    examined: Number(row.examined),
    kinds: kinds as Rehearsal['kinds'], // every kind is there
    fields: (summary?.fields ?? []).map(line => ({ ...line, examples: line.examples.map(describeExample) })),
    causes: (summary?.causes ?? []).map(line => ({
      ...line,
      message: tell(line.message),
      examples: line.examples.map(describeExample),
    })),
    kept: summary?.kept ?? 0,
    is_cut: summary?.isCut ?? false,
    beyond: listBeyond(StrategyConfig.parse(row.base_config), StrategyConfig.parse(row.config), row.compares !== null),
    failure: row.failure && { ...row.failure, message: tell(row.failure.message) },
    requested_by: row.requested_by,
    created_at: row.created_at,
    finished_at: row.finished_at,
    is_current: row.is_current,
    accepted: row.accepted_at === null ? null : { by: row.accepted_by, at: row.accepted_at, note: row.note },
    published_version: row.published_version,
  }
}

const describeExample = ({ recordId, ...rest }: RehearsalSummary['fields'][number]['examples'][number]) => ({
  record_id: recordId,
  ...rest,
})

/** What a rehearsal sees of each side; everything else it cannot show. */
const SHOWN = { source: ['filter', 'pageSize'], target: ['batchSize', 'batch'] } as const

/** What a comparison with the published version shows beside. */
const COMPARED: readonly string[] = ['group', 'deletes', 'writeBack']

function listBeyond(before: StrategyConfig, after: StrategyConfig, isComparison: boolean): string[] {
  return (['source', 'target'] as const).flatMap(side => {
    const [old, now] = [toPlain(before[side]), toPlain(after[side])]
    const names = [...new Set([...Object.keys(old), ...Object.keys(now)])]
    const shown: readonly string[] = isComparison ? [...SHOWN[side], ...COMPARED] : SHOWN[side]
    return names
      .filter(name => !shown.includes(name) && !isDeepStrictEqual(old[name], now[name]))
      .map(name => `${side}.${name}`)
  })
}

const toPlain = (value: object): Record<string, unknown> => JSON.parse(JSON.stringify(value))

export function describeDifference(row: DifferenceRow, tell: Translate): Difference {
  const problems = JSON.parse(row.problems) as readonly MapProblem[] // as the engine wrote it
  return {
    record_id: row.record_id,
    key: row.key,
    number: row.number,
    status: row.status,
    version: row.version,
    kind: row.kind,
    fields: JSON.parse(row.fields) as FieldChange[], // as the engine wrote it
    problems: problems.map(({ field, message, value }) => ({ field, message: tell(message), value: value ?? null })),
  }
}
