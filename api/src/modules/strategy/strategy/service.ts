import { isDeepStrictEqual } from 'node:util'
import { type Mapping, newId, type Parsed, StrategyConfig } from '@sluice/contract'
import { isUniqueViolation, type Tx } from '@sluice/db'
import { type Engine, isTime } from '@sluice/engine'
import { refuse, refuseStale, type Saved } from '../../../http/refuse.ts'
import { requireSeen } from '../../../http/require-seen.ts'
import { isAllowed, type RouteContext } from '../../../http/route-handler.ts'
import { withOwnPlatforms } from '../../connect/platform/index.ts'
import { findCursor, forgetCursor } from '../strategy-cursor/index.ts'
import type { Strategy, strategy } from './contract.ts'
import { describeStrategy, explainRows } from './describe-strategy.ts'
import { findGate, type GateRow, requireNoCanary, saveParts, setHead } from './draft-store.ts'
import { requireCallback, saveLinks } from './link-store.ts'
import { requireWithinPlan } from './plan-limits.ts'
import { applyParts, isStaleDraft, listChanged, planSave } from './plan-save.ts'
import { requireEnds } from './require-ends.ts'
import {
  type Clocks,
  findConfig,
  findSaver,
  findStrategy,
  insertStrategy,
  lockStrategy,
  type Quote,
  readStrategyQuota,
  type StrategyHead,
  type StrategyListRow,
  saveStrategy,
} from './store.ts'
import { tidyTags } from './tags.ts'

export interface StrategyDeps {
  readonly engine: Engine
  readonly now: () => number
  /** [0, 1) */
  readonly random: () => number
}

type CreateBody = Parsed<(typeof strategy)['create']>['body']
type UpdateBody = Parsed<(typeof strategy)['update']>['body']
/** A change of one side keeps the rest as saved. `draft` names the draft it was made on. */
type Change = { readonly version: number } & Partial<Omit<UpdateBody, 'version' | 'config'>> & {
    readonly config: Partial<StrategyConfig>
  }

type Header = Pick<Change, 'name' | 'group' | 'remark' | 'tags'>

export interface StrategyService {
  /** `quote`: what it is made from, to be remembered. */
  create(body: CreateBody, ctx: RouteContext, quote?: Quote): Promise<Strategy>
  save(id: string, change: Change, ctx: RouteContext): Promise<Strategy>
  /** What it is called and where it stands is no part of a version. */
  rename(id: string, header: Header, ctx: RouteContext): Promise<Strategy>
  get(id: string, ctx: RouteContext): Promise<Strategy>
  /** A new one as a part of a transaction; no far system is asked what it promises. @returns its id */
  createIn(tx: Tx, body: CreateBody & { readonly code: string }, ctx: RouteContext): Promise<string>
  /** A new version as a part of a transaction. */
  saveIn(tx: Tx, id: string, change: Change, ctx: RouteContext): Promise<void>
}

export function createStrategyService(deps: StrategyDeps): StrategyService {
  const show = createPresenter(deps)
  return {
    create: async (body, ctx, quote) => show(await create(deps, body, ctx, quote), ctx),
    save: async (id, change, ctx) => show(await save(deps, id, change, ctx), ctx),
    rename: async (id, header, ctx) => show(await rename(id, header, ctx), ctx),
    get: async (id, ctx) => show(orRefuse(await ctx.tenant(tx => findStrategy(tx, id))), ctx),
    createIn: (tx, body, ctx) => createIn(deps, tx, body, ctx),
    saveIn: (tx, id, change, ctx) => saveIn(deps, tx, id, change, ctx),
  }
}

/** Asking a target what it promises may open a connection; the answer of one version is kept this long. */
const GUARANTEE_MS = 60_000
const MAX_KEPT = 1000

function createPresenter({ engine, now }: StrategyDeps) {
  const kept = new Map<string, { readonly untilMs: number; readonly guarantee: Promise<Strategy['guarantee']> }>()
  const askGuarantee = (tenantId: string, id: string, version: number, config: StrategyConfig) => {
    const key = `${tenantId}/${id}/${version}`
    const known = kept.get(key)
    if (known && known.untilMs > now()) return known.guarantee
    if (kept.size >= MAX_KEPT) kept.clear()
    const guarantee = engine.strategies.guarantee(tenantId, config)
    kept.set(key, { untilMs: now() + GUARANTEE_MS, guarantee })
    return guarantee
  }
  return async (row: StrategyListRow, ctx: RouteContext): Promise<Strategy> => {
    const config = StrategyConfig.parse(row.config)
    const { kind, reason, advice } = await askGuarantee(ctx.principal.tenantId, row.id, row.version, config)
    const guarantee = { kind, reason: ctx.tell(reason), advice: advice && ctx.tell(advice) }
    const { waiting, known, gate } = await ctx.tenant(async tx => ({
      gate: await findGate(tx, row.id),
      waiting: await explainRows(engine, tx, [row]),
      known: await withOwnPlatforms(engine, tx),
    }))
    return {
      ...describeStrategy(known, row, ctx, waiting.get(row.last_run_id ?? '')),
      config,
      guarantee,
      watermark: row.watermark,
      quote: row.quote,
      gate: describeGate(config, gate),
    }
  }
}

function describeGate(live: StrategyConfig, gate: GateRow): Strategy['gate'] {
  const { required, revision, parts, username, saved_at, has_canary } = gate
  if (parts === null) return { required, draft: null, has_canary }
  const config = applyParts(live, parts)
  const draft = { revision, config, changed: listChanged(live, config), username, saved_at }
  return { required, draft, has_canary }
}

// A made code that happens to exist is made again.
const CODE_TRIES = 5

async function create(
  deps: StrategyDeps,
  body: CreateBody,
  ctx: RouteContext,
  quote?: Quote,
): Promise<StrategyListRow> {
  for (let tries = 1; ; tries++) {
    const code = body.code ?? makeCode(deps)
    try {
      return await ctx.tenant(async tx =>
        orRefuse(await findStrategy(tx, await createIn(deps, tx, { ...body, code }, ctx, quote))),
      )
    } catch (error) {
      if (!isUniqueViolation(error)) throw error
      if (body.code !== undefined || tries >= CODE_TRIES) throw refuse('conflict.code', { field: 'code', value: code })
    }
  }
}

async function createIn(
  deps: StrategyDeps,
  tx: Tx,
  body: CreateBody & { readonly code: string },
  ctx: RouteContext,
  quote?: Quote,
): Promise<string> {
  requireScript(undefined, body.config.mapping, ctx)
  readClocks(deps, body.config)
  await requireRoom(tx)
  await requireEnds(deps.engine, tx, body.config)
  await requireSeen(tx, ctx, body.config)
  const id = newId(deps.now())
  await insertStrategy(tx, { ...body, tags: tidyTags(body.tags), id, userId: ctx.principal.userId, quote })
  await saveLinks(tx, { id, name: body.name }, body.config.schedule)
  await requireCallback(tx, id, body.config)
  await ctx.audit(tx, {
    objectType: 'strategy',
    objectId: id,
    objectName: body.name,
    after: { ...body, ...(quote && { quote }) },
  })
  return id
}

/** `S20261120-4F7K` */
function makeCode({ now, random }: StrategyDeps): string {
  const day = new Date(now()).toISOString().slice(0, 10).replaceAll('-', '')
  const tail = Math.floor(random() * 36 ** 4)
    .toString(36)
    .padStart(4, '0')
  return `S${day}-${tail.toUpperCase()}`
}

const save = (deps: StrategyDeps, id: string, change: Change, ctx: RouteContext): Promise<StrategyListRow> =>
  ctx.tenant(async tx => {
    await saveIn(deps, tx, id, change, ctx)
    return orRefuse(await findStrategy(tx, id))
  })

/**
 * A new version, as a part of a transaction; behind a gate, a draft that waits.
 * @throws Failure `conflict.version` when someone saved meanwhile
 */
export async function saveIn(deps: StrategyDeps, tx: Tx, id: string, change: Change, ctx: RouteContext): Promise<void> {
  const head = orRefuse(await lockStrategy(tx, id))
  if (head.version !== change.version) throw refuseStale(await findSaver(tx, id, head.version))
  const before = await findConfig(tx, id, head.version)
  const gate = await findGate(tx, id)
  if (isStaleDraft(gate, change)) throw refuseStale(saverOf(head, gate))
  const saved = change.draft === undefined ? before : applyParts(before, gate.parts)
  requireScript(saved.mapping, change.config.mapping ?? saved.mapping, ctx)
  const { published, waiting } = planSave(before, gate, change)
  await requireRemedyTime(tx, id, before, published ?? applyParts(before, waiting ?? gate.parts))
  // What it is tried beside, and what it tries, stand still while a canary lives.
  if (published !== null || waiting !== undefined) await requireNoCanary(tx, id)
  const { userId } = ctx.principal
  if (waiting !== undefined) {
    const draft = waiting && applyParts(before, waiting)
    if (draft) {
      readClocks(deps, draft)
      await requireEnds(deps.engine, tx, draft, before)
      await requireSeen(tx, ctx, draft, before)
    }
    await saveParts(tx, id, waiting, userId)
    await ctx.audit(tx, {
      ...auditOf(head),
      before: { draft: gate.parts && applyParts(before, gate.parts) },
      after: { draft, draft_revision: gate.revision + 1 },
    })
  }
  if (published !== null) return void (await publishIn(deps, tx, head, { before, after: published, change }, ctx))
  await renameIn(tx, head, change, ctx)
}

interface Publication {
  readonly before: StrategyConfig
  readonly after: StrategyConfig
  readonly change: Header
  /** What it was published by, for the log. */
  readonly by?: Readonly<Record<string, unknown>>
}

/** What every run that begins from now on goes by. @returns its version */
export async function publishIn(
  deps: StrategyDeps,
  tx: Tx,
  head: StrategyHead,
  { before, after: config, change, by }: Publication,
  ctx: RouteContext,
): Promise<number> {
  const { id } = head
  await requireEnds(deps.engine, tx, config, before)
  await requireSeen(tx, ctx, config, before)
  if (head.status === 'running') await requireWithinPlan(deps, tx, config)
  const version = await saveStrategy(tx, {
    id,
    name: change.name ?? head.name,
    group: change.group ?? head.group_name,
    remark: change.remark ?? head.remark,
    tags: tidyTags(change.tags ?? head.tags),
    config,
    userId: ctx.principal.userId,
    clocks: clocksOf(deps, head, config),
  })
  await saveLinks(tx, { id, name: change.name ?? head.name }, config.schedule)
  await requireCallback(tx, id, config)
  if (isOtherSource(before, config)) await forgetCursor(tx, id, ctx.principal.userId)
  await ctx.audit(tx, {
    ...auditOf(head),
    before: { ...pickHead(head), config: before },
    after: {
      name: change.name,
      group: change.group,
      remark: change.remark,
      tags: change.tags,
      config,
      ...(by && { published: version, ...by }),
    },
  })
  return version
}

const rename = (id: string, header: Header, ctx: RouteContext): Promise<StrategyListRow> =>
  ctx.tenant(async tx => {
    await renameIn(tx, orRefuse(await lockStrategy(tx, id)), header, ctx)
    return orRefuse(await findStrategy(tx, id))
  })

/** Beside a draft: what a strategy is called is no part of its configuration. */
export async function renameIn(tx: Tx, head: StrategyHead, change: Header, ctx: RouteContext): Promise<void> {
  const { version: _version, ...before } = pickHead(head)
  const next = {
    name: change.name ?? before.name,
    group: change.group ?? before.group,
    remark: change.remark ?? before.remark,
    tags: tidyTags(change.tags ?? before.tags),
  }
  if (isDeepStrictEqual(next, before)) return
  await setHead(tx, head.id, next)
  await ctx.audit(tx, { ...auditOf(head), before, after: next })
}

const saverOf = ({ version }: StrategyHead, { username, saved_at, revision }: GateRow): Saved => ({
  version,
  username: username ?? '',
  created_at: saved_at ?? '',
  draft: revision,
})

const auditOf = (head: StrategyHead) => ({ objectType: 'strategy', objectId: head.id, objectName: head.name })

const pickHead = ({ name, group_name: group, remark, tags, version }: StrategyHead) => ({
  name,
  group,
  remark,
  tags,
  version,
})

/** Nothing comes next while the strategy does not run, or its schedule is paused; a wrong schedule is refused all the same. */
function clocksOf(
  deps: StrategyDeps,
  head: Pick<StrategyHead, 'status' | 'is_paused'>,
  config: StrategyConfig,
): Clocks {
  const clocks = readClocks(deps, config)
  return head.status === 'running' && !head.is_paused ? clocks : noClocks
}

export const noClocks: Clocks = { nextRunAt: null, remedyAt: null }

/** The next slot of each schedule. @throws Failure `schedule.*` for a rule that can never fire or cannot be read */
export function readClocks({ engine, now }: StrategyDeps, { schedule, remedy, source }: StrategyConfig): Clocks {
  const next = (rule: Parameters<Engine['schedule']['nextSlots']>[0]): Date | null => {
    const [slot] = engine.schedule.nextSlots(rule, now(), 1)
    return slot === undefined ? null : new Date(slot)
  }
  const nextRunAt = next(schedule)
  // A strategy that follows its source is always running.
  return { nextRunAt: source.follow ? null : nextRunAt, remedyAt: remedy ? next(remedy.schedule) : null }
}

async function requireRoom(tx: Tx): Promise<void> {
  const { count, quota } = await readStrategyQuota(tx)
  if (quota !== null && count >= quota) throw refuse('tooMany.strategies', { value: String(quota) })
}

const isOtherSource = (before: StrategyConfig, after: StrategyConfig): boolean =>
  before.source.connector_id !== after.source.connector_id ||
  before.source.resource !== after.source.resource ||
  before.source.increment?.field !== after.source.increment?.field

/** A remedy that is new counts days back in what the increment field held last. @throws Failure `invalid.remedyTime` */
async function requireRemedyTime(tx: Tx, id: string, before: StrategyConfig, after: StrategyConfig): Promise<void> {
  if (!after.remedy || isDeepStrictEqual(before.remedy, after.remedy) || isOtherSource(before, after)) return
  const watermark = (await findCursor(tx, id))?.watermark ?? null
  if (watermark !== null && !isTime(watermark))
    throw refuse('invalid.remedyTime', { field: 'config.remedy', value: watermark })
}

/** Whoever may not write code leaves it as it is. @throws Failure `permission.missing` */
export function requireScript(before: Mapping | undefined, after: Mapping, { principal }: RouteContext): void {
  if (before?.script?.code === after.script?.code || isAllowed(principal, 'strategy:script')) return
  throw refuse('permission.missing', { field: 'config.mapping.script', value: 'strategy:script' })
}

export function orRefuse<T>(row: T | undefined): T {
  if (row === undefined) throw refuse('notFound.strategy')
  return row
}
