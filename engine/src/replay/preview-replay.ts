import type { FoundRow, TargetRecord } from '@sluice/connector-kit'
import {
  type Data,
  Failure,
  isData,
  parseJson,
  type RecordState,
  toFailure,
  toJson,
  toText,
  type Value,
} from '@sluice/contract'
import type { Tx } from '@sluice/db'
import { findCanary, readMapping } from '../canary/canary-rows.ts'
import { sideOfKey } from '../canary/side-of-key.ts'
import { openSourceOf, openTargetOf } from '../connection/open-sides.ts'
import type { BoundMapping, MapProblem } from '../map/index.ts'
import { openMapper } from '../record/open-mapper.ts'
import { requireSeeking } from '../run/prepare-reading.ts'
import { readReplayOrders } from '../sql/replay-order-rows.ts'
import { readPublished } from '../sql/strategy-rows.ts'
import { bindMaps } from '../sql/value-map-rows.ts'
import { applyCorrections, requireChanges } from '../stage/apply-corrections.ts'
import { makeIdempotencyKey } from '../stage/idempotency-key.ts'
import { type RecordPlace, readOriginals } from '../stage/read-originals.ts'
import { SEVERAL_KEYS } from './refetch-items.ts'
import type { PreviewedRecord, PreviewRequest, ReplayDeps } from './replays.ts'
import { explainExclusion } from './send-items.ts'

interface SampleRow extends RecordPlace {
  readonly key: string
  readonly hash: Buffer
  readonly generation: number
  readonly status: RecordState
  readonly error_group: string | null
  readonly is_deleted: boolean
  readonly request: string | null
  readonly has_request: boolean
}

/** A record on its way through the preview; what ends early has its effect already. */
interface Draft {
  readonly row: SampleRow
  readonly before: Data | null
  after: Data | null
  mapped: Data | null
  problems: readonly MapProblem[]
  end: Pick<PreviewedRecord, 'effect' | 'reason'> | null
}

const ASK_MS = 30_000
const SHOWN_CHARS = 200

/** Maps the sample as the replay would, and asks the target what it has. Nothing is written anywhere. @throws Failure */
export async function previewReplay(deps: ReplayDeps, request: PreviewRequest): Promise<PreviewedRecord[]> {
  if (request.kind === 'correct') requireChanges(request.changes)
  const { tenantId, strategyId } = request
  const drafts = await deps.database.withTenant(tenantId, tx => readDrafts(tx, request))
  const { config, mapping, canary } = await deps.database.withTenant(tenantId, async tx => {
    const { version, config } = await readPublished(tx, tenantId, strategyId)
    const mapping = await bindMaps(tx, tenantId, config.mapping)
    return { config, mapping, canary: await readCanary(tx, { tenantId, strategyId, version }) }
  })
  if (request.kind === 'refetch') await refetchDrafts(deps, tenantId, config.source, drafts)
  if (request.kind !== 'resend') {
    const [tried, rest] = canary
      ? [drafts.filter(({ row }) => canary.takes(row.key)), drafts.filter(({ row }) => !canary.takes(row.key))]
      : [[], drafts]
    await mapDrafts(deps, tenantId, mapping, rest)
    if (canary) await mapDrafts(deps, tenantId, canary.mapping, tried)
  }
  const open = drafts.filter(draft => draft.end === null && draft.mapped !== null)
  const found = await askAll(deps, tenantId, strategyId, config.target, open)
  return drafts.map(draft => describe(draft, found.get(draft.row.id)))
}

/** The version that is tried maps the keys of its side here too. */
async function readCanary(
  tx: Tx,
  of: { readonly tenantId: string; readonly strategyId: string; readonly version: number },
) {
  const found = await findCanary(tx, of)
  if (!found) return null
  const mapping = await bindMaps(tx, of.tenantId, await readMapping(tx, of, found.version))
  return { mapping, takes: sideOfKey(of.strategyId, found.id, found.share) }
}

async function readDrafts(tx: Tx, { tenantId, strategyId, ids, kind, changes }: PreviewRequest): Promise<Draft[]> {
  const rows = await tx.query<SampleRow>(
    `select r.id, r.key, r.hash, r.generation, r.status, r.error_group, r.is_deleted, r.page_id, r.page_at, r.ordinal,
       a.request, a.request is not null as has_request from record_state r
      left join lateral (select request from record_attempt
        where tenant_id = $1 and record_id = r.id and request is not null order by id desc limit 1) a on true
      where r.tenant_id = $1 and r.strategy_id = $2 and r.id = any($3::bigint[]) order by r.id`,
    [tenantId, strategyId, ids],
  )
  const texts = await readOriginals(tx, rows)
  const { corrections } = await readReplayOrders(tx, { tenantId, strategyId }, rows)
  return rows.map(row => {
    const reason = explainExclusion({ kind, groupId: null }, row)
    const original = toData(texts.get(row.id))
    const draft: Draft = { row, ...correct(original, corrections.get(row.id), kind === 'correct' ? changes : null) }
    if (reason !== null) draft.end = { effect: 'excluded', reason }
    else if (kind === 'ignore') draft.end = { effect: 'same', reason: null }
    else if (kind === 'resend') draft.mapped = toData(row.request ?? undefined)
    else if (original === null)
      draft.end = {
        effect: 'refused',
        reason: 'The stored page of this record has been cleaned up, so it cannot be written again.',
      }
    return draft
  })
}

/** With the corrections of before, then with the new one. */
function correct(
  original: Data | null,
  earlier: readonly string[] | undefined,
  changes: string | null,
): Omit<Draft, 'row'> {
  const rest = { mapped: null, problems: [], end: null }
  if (original === null) return { before: null, after: null, ...rest }
  try {
    const before = applyCorrections(original, earlier)
    return { before, after: changes === null ? before : applyCorrections(before, [changes]), ...rest }
  } catch (error) {
    return { before: original, after: null, ...rest, end: { effect: 'refused', reason: toFailure(error).message } }
  }
}

/** As the source has them now; a record that is gone there keeps its stored content. @throws Failure */
async function refetchDrafts(
  deps: ReplayDeps,
  tenantId: string,
  config: Parameters<typeof openSourceOf>[2],
  drafts: readonly Draft[],
): Promise<void> {
  const [field] = config.key
  if (field === undefined || config.key.length > 1) throw new Failure(SEVERAL_KEYS)
  const { source, close } = await openSourceOf(deps, tenantId, config)
  try {
    requireSeeking(source)
    const signal = AbortSignal.timeout(ASK_MS)
    for (const draft of drafts.filter(each => each.end === null)) {
      const window = { field, from: draft.row.key, to: draft.row.key }
      for await (const page of source.read({ cursor: null, window, pageSize: 1, signal })) {
        const [found] = page.records
        if (found?.data) draft.after = found.data
        break
      }
    }
  } finally {
    await close()
  }
}

async function mapDrafts(
  deps: ReplayDeps,
  tenantId: string,
  mapping: BoundMapping,
  drafts: readonly Draft[],
): Promise<void> {
  const open = drafts.filter(draft => draft.end === null && draft.after !== null)
  if (open.length === 0) return
  const mapper = await openMapper(deps, tenantId, mapping)
  try {
    const outcomes = await mapper.mapPage(open.map(draft => draft.after!)) // filtered
    open.forEach((draft, index) => {
      const outcome = outcomes[index]
      if (outcome?.kind === 'mapped') draft.mapped = outcome.data
      else {
        draft.problems = outcome?.problems ?? []
        draft.end = { effect: 'refused', reason: draft.problems[0]?.message ?? null }
      }
    })
  } finally {
    mapper.close()
  }
}

const CANNOT_ASK: FoundRow = { kind: 'unclear', reason: 'This target cannot be asked which records it has.' }

/** What the target holds, by record id. */
async function askAll(
  deps: ReplayDeps,
  tenantId: string,
  strategyId: string,
  config: Parameters<typeof openTargetOf>[2],
  drafts: readonly Draft[],
): Promise<ReadonlyMap<string, FoundRow>> {
  if (drafts.length === 0) return new Map()
  const { target, close } = await openTargetOf(deps, tenantId, config)
  try {
    const records = drafts.map(
      ({ row, mapped }): TargetRecord => ({
        data: mapped ?? {},
        idempotencyKey: makeIdempotencyKey(strategyId, { ...row, hash: row.hash.toString('hex') }),
        origin: { strategyId, key: row.key },
        ...(row.is_deleted ? { change: 'delete' } : {}),
      }),
    )
    const found = target.find ? await target.find(records, AbortSignal.timeout(ASK_MS)) : []
    return new Map(drafts.map((draft, index) => [draft.row.id, found[index] ?? CANNOT_ASK]))
  } finally {
    await close()
  }
}

function describe({ row, before, after, mapped, problems, end }: Draft, found: FoundRow | undefined): PreviewedRecord {
  const base = {
    id: row.id,
    key: row.key,
    before: before && toJson(before),
    after: after && toJson(after),
    mapped: mapped && toJson(mapped),
    problems,
    fields: [],
  }
  if (end !== null) return { ...base, ...end }
  if (!found || found.kind === 'unclear') return { ...base, effect: 'unclear', reason: found?.reason ?? null }
  if (found.kind === 'missing') return { ...base, effect: 'create', reason: null }
  if (found.kind === 'equal') return { ...base, effect: 'same', reason: null }
  const fields = found.fields.map(field => ({
    field,
    held: found.held?.[field]?.slice(0, SHOWN_CHARS) ?? null,
    given: toShort(mapped?.[field] ?? null),
  }))
  return { ...base, effect: 'change', reason: null, fields }
}

const toShort = (value: Value): string | null =>
  value === null ? null : (isData(value) || Array.isArray(value) ? toJson(value) : toText(value)).slice(0, SHOWN_CHARS)

function toData(text: string | undefined): Data | null {
  const value = text === undefined ? null : parseJson(text)
  return isData(value) ? value : null
}
