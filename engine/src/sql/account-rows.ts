import type { FailureDetail } from '@sluice/contract'
import type { Database, Tx } from '@sluice/db'
import { LONGEST_REASON, type Reason, type Trouble, tellRestored, tellTrouble } from '../account/tell-trouble.ts'
import { ACCOUNT_CHANNEL } from './channels.ts'
import { raiseNotice, settleNotices } from './notice-rows.ts'

export interface AccountPlace {
  readonly tenantId: string
  readonly connectorId: string
}

/** What everybody using the account must know; milliseconds from now. */
export interface AccountState {
  readonly pausedMs: number | null
  readonly openMs: number | null
  /** null: its last try went well. */
  readonly trouble: Trouble | null
}

export interface AccountNews extends AccountState, AccountPlace {}

interface TokenGrant extends AccountState {
  readonly granted: number
  /** Until the next whole token. */
  readonly waitMs: number
}

/** Tries in a row that failed, none of which is kept yet unless it is known to be failing already; then it is one more. */
export interface FailedTries {
  readonly reason: Reason
  /** Since the first of them. */
  readonly forMs: number
  readonly tries: number
}

/** The account as all processes share it. Times are the database's, so that machines need not agree on the clock. */
export interface AccountBook {
  /** A batch of requests from the bucket; it never holds more than a quarter of a second's worth. */
  takeTokens(rate: number, wanted: number): Promise<TokenGrant>
  /**
   * How many requests this process may have under way; asked again within a few seconds, or they go to others. What is
   * in use stays counted until it is given back.
   */
  shareSlots(concurrency: number, wanted: number, used: number): Promise<number>
  pause(ms: number): Promise<void>
  /** Something failed, and that is kept until the far system answers again. */
  note(failed: FailedTries): Promise<Trouble>
  /** Cuts the account off; the longer, the more often in a row. null: it was cut off already. */
  open(failed: FailedTries, isProbe: boolean): Promise<AccountState | null>
  /** The right to send the one request that tries; null: somebody else has it. */
  probe(ms: number): Promise<AccountState | null>
  close(): Promise<void>
}

// The first cut; it doubles up to the longest.
const FIRST_OPEN_MS = 15_000
const LONGEST_OPEN_MS = 60_000
const SHARE_SECONDS = 5

const until = (column: string): string => `extract(epoch from ${column} - clock_timestamp())::float8 * 1000`

/** A time of an account in the form of `Trouble`. */
const toIso = (column: string): string => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`

/** Of an account `a`: what it fails by, as a `Trouble`; null where its last try went well. */
export const TROUBLE = `case when a.failing_since is not null
  then jsonb_build_object('reason', a.reason, 'since', ${toIso('a.failing_since')}, 'tries', a.tries) end`

const STATE = `${until('a.paused_until')} as "pausedMs", ${until('a.open_until')} as "openMs", ${TROUBLE} as trouble`

/** The first failures are written together; whoever finds it failing already adds one. $2 reason, $3 for how long, $4 tries. */
const FAIL = `reason = $2::jsonb, restored_at = null,
  failing_since = coalesce(a.failing_since, clock_timestamp() - make_interval(secs => $3::float8 / 1000)),
  tries = case when a.failing_since is null then $4::int else a.tries + 1 end`

export function createAccountBook(database: Database, place: AccountPlace, processId: string): AccountBook {
  const { tenantId, connectorId } = place
  const inTenant = <T>(work: (tx: Tx) => Promise<T>): Promise<T> => database.withTenant(tenantId, work)
  /** The account's row, made when it is first needed, then the change. */
  const change = <T>(work: (tx: Tx) => Promise<T>): Promise<T> =>
    inTenant(async tx => {
      await tx.execute('insert into connector_account (connector_id, tokens) values ($1, 1) on conflict do nothing', [
        connectorId,
      ])
      return work(tx)
    })
  return {
    takeTokens: (rate, wanted) => change(tx => takeTokens(tx, connectorId, rate, wanted)),
    shareSlots: (concurrency, wanted, used) =>
      change(tx => shareSlots(tx, { connectorId, processId, concurrency, wanted, used })),
    pause: ms => change(tx => pause(tx, place, ms)),
    note: failed => change(tx => note(tx, place, failed)),
    open: (failed, isProbe) => change(tx => open(tx, place, failed, isProbe)),
    probe: ms => inTenant(tx => probe(tx, connectorId, ms)),
    close: () => inTenant(tx => close(tx, place)),
  }
}

async function takeTokens(tx: Tx, connectorId: string, rate: number, wanted: number): Promise<TokenGrant> {
  const [grant] = await tx.query<TokenGrant>(
    `with full_by_now as (
       select a.connector_id, least(greatest(1, $2::float8 / 4),
         a.tokens + greatest(0, extract(epoch from clock_timestamp() - a.refilled_at)) * $2::float8) as tokens
       from connector_account a where a.tenant_id = app_tenant() and a.connector_id = $1 for update),
     taken as (select f.*, least(floor(f.tokens), $3::int) as granted from full_by_now f)
     update connector_account a set tokens = t.tokens - t.granted, refilled_at = clock_timestamp()
       from taken t where a.tenant_id = app_tenant() and a.connector_id = t.connector_id
     returning t.granted::int as granted, greatest(0, 1 - a.tokens) / $2::float8 * 1000 as "waitMs", ${STATE}`,
    [connectorId, rate, wanted],
    { name: 'account_tokens' },
  )
  return grant! // its row is there
}

interface ShareWish {
  readonly connectorId: string
  readonly processId: string
  readonly concurrency: number
  readonly wanted: number
  readonly used: number
}

interface Share {
  readonly slots: number
  readonly wanted: number
  readonly is_older: boolean
}

/**
 * Under the account's lock: what the others hold is not ours, and those who have waited longer than we get their equal
 * part first. A holder counts as the youngest, so it gives way to whoever has none.
 */
async function shareSlots(tx: Tx, { connectorId, processId, concurrency, wanted, used }: ShareWish): Promise<number> {
  await tx.query('select 1 from connector_account where tenant_id = app_tenant() and connector_id = $1 for update', [
    connectorId,
  ])
  if (wanted === 0) {
    await tx.execute(
      'delete from connector_share where tenant_id = app_tenant() and connector_id = $1 and process_id = $2',
      [connectorId, processId],
    )
    return 0
  }
  const others = await tx.query<Share>(
    `select o.slots, o.wanted, o.asked_at < coalesce(case when m.slots = 0 then m.asked_at end, clock_timestamp()) as is_older
       from connector_share o left join connector_share m
         on m.tenant_id = o.tenant_id and m.connector_id = o.connector_id and m.process_id = $2 and m.expires_at > clock_timestamp()
      where o.tenant_id = app_tenant() and o.connector_id = $1 and o.process_id <> $2 and o.expires_at > clock_timestamp()`,
    [connectorId, processId],
  )
  const slots = divideSlots(concurrency, wanted, others)
  await tx.execute(
    `insert into connector_share as s (connector_id, process_id, slots, wanted, asked_at, expires_at)
     values ($1, $2, $3, $4, clock_timestamp(), clock_timestamp() + make_interval(secs => ${SHARE_SECONDS}))
     on conflict (tenant_id, connector_id, process_id) do update set slots = excluded.slots, wanted = excluded.wanted,
       expires_at = excluded.expires_at,
       asked_at = case when s.slots = 0 and excluded.slots = 0 and s.expires_at > clock_timestamp() then s.asked_at else excluded.asked_at end`,
    [connectorId, processId, Math.max(slots, used), wanted],
  )
  return slots
}

/** How many of the account's places go to who asks now. */
export function divideSlots(concurrency: number, wanted: number, others: readonly Share[]): number {
  const equal = Math.max(1, Math.floor(concurrency / (others.length + 1)))
  const held = others.reduce((sum, other) => sum + other.slots, 0)
  const owed = others
    .filter(other => other.is_older)
    .reduce((sum, other) => sum + Math.max(0, Math.min(other.wanted, equal) - other.slots), 0)
  return Math.max(0, Math.min(wanted, concurrency - held - owed))
}

async function pause(tx: Tx, place: AccountPlace, ms: number): Promise<void> {
  const [state] = await tx.query<AccountState>(
    `update connector_account a set paused_until = greatest(a.paused_until, clock_timestamp() + make_interval(secs => $2::float8 / 1000))
      where a.tenant_id = app_tenant() and a.connector_id = $1 returning ${STATE}`,
    [place.connectorId, ms],
  )
  await tellAll(tx, place, state!) // its row is there
}

async function note(tx: Tx, place: AccountPlace, { reason, forMs, tries }: FailedTries): Promise<Trouble> {
  const [state] = await tx.query<AccountState & { trouble: Trouble }>(
    `update connector_account a set ${FAIL} where a.tenant_id = app_tenant() and a.connector_id = $1 returning ${STATE}`,
    [place.connectorId, JSON.stringify(reason), forMs, tries],
  )
  await tellAll(tx, place, state!) // its row is there
  return state!.trouble
}

/** null: already cut off by somebody else, and that cut counts. */
async function open(
  tx: Tx,
  place: AccountPlace,
  { reason, forMs, tries }: FailedTries,
  isProbe: boolean,
): Promise<AccountState | null> {
  const [state] = await tx.query<AccountState & { trouble: Trouble; openMs: number }>(
    `update connector_account a set ${FAIL},
       open_count = a.open_count + 1, open_until = clock_timestamp() + make_interval(secs =>
         least(${LONGEST_OPEN_MS}, ${FIRST_OPEN_MS} * power(2, least(a.open_count, 10))) / 1000.0)
      where a.tenant_id = app_tenant() and a.connector_id = $1 and ($5 or a.open_until is null) returning ${STATE}`,
    [place.connectorId, JSON.stringify(reason), forMs, tries, isProbe],
  )
  if (!state) return null
  await tellAll(tx, place, state)
  const nowMs = Date.now()
  await raiseNotice(tx, {
    tenantId: place.tenantId,
    kind: 'account.open',
    objectId: place.connectorId,
    text: tellTrouble(state.trouble, nowMs + state.openMs, nowMs),
    // The request that tries again and fails is the same trouble, told with what is known now.
    isSame: isProbe,
  })
  return state
}

async function probe(tx: Tx, connectorId: string, ms: number): Promise<AccountState | null> {
  const [state] = await tx.query<AccountState>(
    `update connector_account a set open_until = clock_timestamp() + make_interval(secs => $2::float8 / 1000)
      where a.tenant_id = app_tenant() and a.connector_id = $1 and a.open_until <= clock_timestamp() returning ${STATE}`,
    [connectorId, ms],
  )
  return state ?? null
}

async function close(tx: Tx, place: AccountPlace): Promise<void> {
  const [was] = await tx.query<{ is_open: boolean; trouble: Trouble | null; now_ms: number }>(
    `select a.open_until is not null as is_open, ${TROUBLE} as trouble,
            extract(epoch from clock_timestamp())::float8 * 1000 as now_ms
       from connector_account a where a.tenant_id = app_tenant() and a.connector_id = $1
        and (a.open_until is not null or a.failing_since is not null) for update`,
    [place.connectorId],
  )
  if (!was) return
  const [state] = await tx.query<AccountState>(
    `update connector_account a set open_until = null, open_count = 0, failing_since = null, tries = 0, reason = null,
       restored_at = clock_timestamp()
      where a.tenant_id = app_tenant() and a.connector_id = $1 returning ${STATE}`,
    [place.connectorId],
  )
  await tellAll(tx, place, state!) // its row is there
  const text = was.trouble ? tellRestored(was.trouble, was.now_ms) : undefined
  if (was.is_open) await settleNotices(tx, place.tenantId, place.connectorId, ['account.open'], text)
}

async function tellAll(tx: Tx, place: AccountPlace, state: AccountState): Promise<void> {
  const { pausedMs, openMs, trouble } = state
  const news: AccountNews = { ...place, pausedMs, openMs, trouble }
  await tx.query('select pg_notify($1, $2)', [ACCOUNT_CHANNEL, JSON.stringify(news)])
}

/**
 * The account of a strategy's connectors that fails by this very reason, or that refused to send by it, with the milliseconds
 * until its next try. The other one may be away as well, since another time.
 */
export async function findTrouble(
  tx: Tx,
  { tenantId, strategyId }: { readonly tenantId: string; readonly strategyId: string },
  { code, message }: Pick<FailureDetail, 'code' | 'message'>,
): Promise<{ readonly trouble: Trouble; readonly openMs: number | null } | null> {
  const [found] = await tx.query<{ trouble: Trouble; openMs: number | null }>(
    `select ${TROUBLE} as trouble, ${until('a.open_until')} as "openMs"
       from strategy s
       join connector_account a on a.tenant_id = s.tenant_id and a.connector_id in (s.source_connector_id, s.target_connector_id)
      where s.tenant_id = $1 and s.id = $2 and a.failing_since is not null
        and (a.reason ->> 'code' = $3 or $3 = 'account.open' and a.open_until is not null)
        and starts_with($4, left(a.reason ->> 'message', ${LONGEST_REASON}))
      limit 1`,
    [tenantId, strategyId, code, message],
  )
  return found ?? null
}
