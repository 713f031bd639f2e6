import { translateTold } from '@sluice/contract'
import type { Tx } from '@sluice/db'
import type { Engine } from '@sluice/engine'
import { refuse } from '../../../http/refuse.ts'
import type { RouteContext } from '../../../http/route-handler.ts'
import { applyParts, findConfig, findGate, lockStrategy, orRefuse, requireNoCanary } from '../strategy/index.ts'
import { compareCallers, sayBreaks } from '../strategy-callers/index.ts'
import { type ChangedAsset, findFitting, listChangedAdapters, listChangedMaps } from './store.ts'

/** Calls of applications that a draft is held against. */
const CALLS_DAYS = 7

/** What somebody has seen and wants to go live. */
export interface Wanted {
  readonly version: number
  readonly revision: number
}

/** The draft as it is under the lock of its strategy. @throws Failure when it is another than the one seen, or none */
export async function lockDraft(tx: Tx, id: string, revision: number) {
  const head = orRefuse(await lockStrategy(tx, id))
  const gate = await findGate(tx, id)
  if (gate.parts === null) throw refuse('conflict.noDraft')
  if (gate.revision !== revision) throw refuse('conflict.version')
  const live = await findConfig(tx, id, head.version)
  return { head, gate, live, draft: applyParts(live, gate.parts) }
}

/** The draft, accepted as it is and over what is published. @throws Failure `conflict.*` saying what is missing */
export async function lockPublishable(tx: Tx, id: string, { version, revision }: Wanted) {
  const locked = await lockDraft(tx, id, revision)
  if (locked.head.version !== version) throw refuse('conflict.version')
  await requireNoCanary(tx, id)
  const rehearsal = await findFitting(tx, id, { version, revision })
  if (!rehearsal) throw refuse('conflict.notRehearsed')
  if (!rehearsal.is_accepted) throw refuse('conflict.notAccepted')
  await requireSameAssets(tx, rehearsal.id)
  return { ...locked, rehearsalId: rehearsal.id }
}

/** What the rehearsal looked values up in and spoke through is still what it was. @throws Failure */
export async function requireSameAssets(tx: Tx, rehearsalId: string): Promise<void> {
  const maps = await listChangedMaps(tx, rehearsalId)
  if (maps.length > 0) throw refuse('conflict.mapChanged', { value: name(maps), content: maps })
  const adapters = await listChangedAdapters(tx, rehearsalId)
  if (adapters.length > 0) throw refuse('conflict.adapterChanged', { value: name(adapters), content: adapters })
}

/** `币种 · admin-a · 2026-11-22 20:05 UTC` */
const name = (changed: readonly ChangedAsset[]): string =>
  changed
    .map(({ name, username, at }) => `${name} · ${username || '–'} · ${at.slice(0, 16).replace('T', ' ')} UTC`)
    .join('; ')

/** Asks far systems, so it comes before the transaction; the draft's number tells whether it still counts. */
export async function checkDraft(engine: Engine, id: string, ctx: RouteContext) {
  const { live, draft, revision } = await ctx.tenant(async tx => {
    const head = orRefuse(await lockStrategy(tx, id))
    const { parts, revision } = await findGate(tx, id)
    if (parts === null) throw refuse('conflict.noDraft')
    const live = await findConfig(tx, id, head.version)
    return { live, draft: applyParts(live, parts), revision }
  })
  const lines = await engine.strategies.check(ctx.principal.tenantId, draft, 'all', id)
  const callers = await compareCallers(engine, { id, live, wanted: draft, days: CALLS_DAYS }, ctx)
  return {
    revision,
    lines: [...lines.map(line => translateTold(line, ctx.tell)), ...sayBreaks(callers, CALLS_DAYS, ctx)],
  }
}

/** @throws Failure with the check-list while it has errors */
export async function requireDraftCheck(
  engine: Engine,
  id: string,
  { revision }: Wanted,
  ctx: RouteContext,
): Promise<void> {
  const checked = await checkDraft(engine, id, ctx)
  if (checked.revision !== revision) throw refuse('conflict.version')
  const errors = checked.lines.filter(({ level }) => level === 'error')
  if (errors.length === 0) return
  const value = errors
    .slice(0, 3)
    .map(({ message }) => message)
    .join('; ')
  throw refuse('conflict.draftCheck', { value, content: checked.lines })
}
