import type { FoundRow, TargetRecord } from '@sluice/connector-kit'
import { type Data, Failure, isData, parseJson } from '@sluice/contract'
import type { OpeningDeps } from '../connection/open-connection.ts'
import { openTargetOf } from '../connection/open-sides.ts'
import { readConfig, readPublished } from '../sql/strategy-rows.ts'
import { bindMaps } from '../sql/value-map-rows.ts'
import { makeIdempotencyKey } from '../stage/idempotency-key.ts'
import { type RecordPlace, readOriginals } from '../stage/read-originals.ts'
import { openMapper } from './open-mapper.ts'
import type { AskedRecord, RecordSelection } from './records.ts'

export type AskDeps = OpeningDeps & { now(): number }

interface AskedRow extends RecordPlace {
  readonly key: string
  readonly hash: string
  readonly generation: number
  readonly version: number
  readonly is_deleted: boolean
  readonly request: string | null
}

/**
 * What the target says about records whose write was not answered: read there, nothing is changed anywhere. What was
 * sent is compared, not what the mapping would make of the record today.
 */
export async function askTarget(deps: AskDeps, selection: RecordSelection): Promise<AskedRecord[]> {
  const { tenantId, strategyId } = selection
  const { rows, texts, config } = await deps.database.withTenant(tenantId, async tx => {
    const rows = await tx.query<AskedRow>(
      `select r.id, r.key, encode(r.hash, 'hex') as hash, r.generation, r.version, r.is_deleted, r.page_id, r.page_at, r.ordinal,
         (select a.request from record_attempt a where a.tenant_id = r.tenant_id and a.record_id = r.id
            and a.request is not null order by a.id desc limit 1) as request
       from unnest($2::bigint[]) wanted(id) cross join lateral find_record_by_id($1, wanted.id) r order by r.id`,
      [strategyId, selection.ids],
    )
    const { config } = await readPublished(tx, tenantId, strategyId)
    return { rows, texts: await readOriginals(tx, rows), config }
  })
  const { target, close } = await openTargetOf(deps, tenantId, config.target)
  try {
    if (!target.find)
      throw new Failure({
        code: 'target.cannotAsk',
        message: 'This target cannot be asked which records it has.',
        advice: 'Look them up in the far system, then confirm or resend them here.',
      })
    const sent = await remap(deps, tenantId, strategyId, rows, texts)
    const open = rows.filter(row => sent.has(row.id))
    const records = open.map(
      (row): TargetRecord => ({
        data: sent.get(row.id)!, // filtered
        idempotencyKey: makeIdempotencyKey(strategyId, row),
        origin: { strategyId, key: row.key },
        ...(row.is_deleted ? { change: 'delete' } : {}),
      }),
    )
    const found = records.length === 0 ? [] : await target.find(records, AbortSignal.timeout(ASK_MS))
    const answers = new Map(open.map((row, index) => [row.id, found[index]]))
    return rows.map(row => toAsked(row, answers.get(row.id)))
  } finally {
    await close()
  }
}

const ASK_MS = 60_000

function toAsked(row: AskedRow, found: FoundRow | undefined): AskedRecord {
  const base = { id: row.id, key: row.key }
  if (!found) return { ...base, answer: 'unclear', reason: 'What was sent is not kept any more.' }
  if (found.kind === 'equal') return { ...base, answer: 'equal', targetKey: found.targetKey ?? null }
  if (found.kind === 'different') return { ...base, answer: 'different', fields: found.fields }
  if (found.kind === 'unclear') return { ...base, answer: 'unclear', reason: found.reason }
  return { ...base, answer: 'missing' }
}

/** As it was sent where that is kept; else mapped by the version that sent it. */
async function remap(
  deps: AskDeps,
  tenantId: string,
  strategyId: string,
  rows: readonly AskedRow[],
  texts: ReadonlyMap<string, string>,
): Promise<Map<string, Data>> {
  const sent = new Map<string, Data>()
  for (const { id, request } of rows) {
    const data = request === null ? null : parseJson(request)
    if (isData(data)) sent.set(id, data)
  }
  const rest = rows.filter(row => !sent.has(row.id) && texts.has(row.id))
  for (const [version, group] of Map.groupBy(rest, row => row.version)) {
    const { mapping } = await deps.database.withTenant(tenantId, tx => readConfig(tx, tenantId, strategyId, version))
    const bound = await deps.database.withTenant(tenantId, tx => bindMaps(tx, tenantId, mapping))
    const mapper = await openMapper(deps, tenantId, bound)
    try {
      const outcomes = await mapper.mapPage(group.map(row => toData(texts.get(row.id))))
      group.forEach((row, index) => {
        const outcome = outcomes[index]
        if (outcome?.kind === 'mapped') sent.set(row.id, outcome.data)
      })
    } finally {
      mapper.close()
    }
  }
  return sent
}

function toData(text: string | undefined): Data {
  const data = text === undefined ? null : parseJson(text)
  return isData(data) ? data : {}
}
