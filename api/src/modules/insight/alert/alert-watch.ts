import { newId } from '@sluice/contract'
import type { Tx } from '@sluice/db'
import { type Engine, tidyLooks, tidyTallies } from '@sluice/engine'
import { beat } from './beat.ts'
import { type ChannelRow, listChannels } from './channel-store.ts'
import { type DeliverDeps, deliverAlerts } from './deliver-alerts.ts'
import { insertDeliveries, tidyDeliveries } from './delivery-store.ts'
import { evaluateRules, tellSubscribers } from './evaluate-rules.ts'
import { tidyEvents } from './event-store.ts'
import { planPlain } from './plan-deliveries.ts'
import { runSelfTest } from './self-test.ts'
import { readSetting } from './setting-store.ts'
import { claimAlarm, claimWatch, holdWatch, listWatched, releaseWatch } from './watch-store.ts'

export interface AlertWatchDeps extends DeliverDeps {
  readonly engine: Pick<Engine, 'connections' | 'translate' | 'health'>
  /** This process looks at the rules and sends. Others only see to it that somebody does. Default true. */
  readonly looks?: boolean
}

export interface AlertWatch {
  start(): void
  /** Nothing is begun after it; the message in hand may end within `timeoutMs`, else it is sent again by another process. */
  stop(options: { readonly timeoutMs: number }): Promise<void>
  /** One look at the rules of all tenants. @returns null: another process is at it, or it is not due */
  look(): Promise<{ readonly messages: number } | null>
  /** Sends what is due. @returns how many were sent */
  send(): Promise<number>
  /** Tells people once that the rules are not looked at any more. @returns whether it did */
  guard(): Promise<boolean>
}

interface WatchLoop {
  readonly name: string
  readonly everyMs: number
  work(): Promise<unknown>
}

const LOOK_MS = 5_000
const SEND_MS = 2_000
const GUARD_MS = 60_000
const TIDY_MS = 3_600_000
/** A process that has just started does not judge that others are late: the whole product may have been down. */
const PATIENCE_MS = 360_000

/**
 * Looks at the rules in one process at a time, sends from any, and has every process see to it that looks are made.
 * Looking and sending are apart: a service that is slow keeps nobody from looking, and what was found waits in its row.
 */
export function createAlertWatch(deps: AlertWatchDeps): AlertWatch {
  const { log, looks = true, now } = deps
  const holder = newId(now())
  const startedMs = now()
  let isStopping = false
  let tidiedMs = 0
  const look = () => lookOnce(deps, holder, () => isStopping)
  const send = () => deliverAlerts(deps, () => isStopping)
  const guard = () => alarm(deps)
  const tidy = async (): Promise<void> => {
    if (now() - tidiedMs < TIDY_MS) return
    tidiedMs = now()
    for (const work of [tidyTallies, tidyLooks, tidyEvents, tidyDeliveries]) await deps.database.withSystem(work)
  }
  const lookAndTidy = async () => {
    if (await look()) await tidy()
  }
  const guardLater = async () => {
    if (now() - startedMs >= PATIENCE_MS) await guard()
  }
  const loops: readonly WatchLoop[] = [
    ...(looks ? [{ name: 'looking at alert rules', everyMs: LOOK_MS, work: lookAndTidy }] : []),
    ...(looks ? [{ name: 'sending alerts', everyMs: SEND_MS, work: send }] : []),
    { name: 'guarding the alert watch', everyMs: GUARD_MS, work: guardLater },
  ]
  const timers = new Set<NodeJS.Timeout>()
  const running = new Set<Promise<void>>()
  const turn = ({ name, everyMs, work }: WatchLoop): void => {
    const done: Promise<void> = work()
      .then(() => undefined)
      .catch((error: unknown) => log.warn({ err: error }, name))
      .finally(() => {
        running.delete(done)
        if (isStopping) return
        const timer = setTimeout(() => {
          timers.delete(timer)
          turn({ name, everyMs, work })
        }, everyMs).unref()
        timers.add(timer)
      })
    running.add(done)
  }
  return {
    start: () => loops.forEach(turn),
    async stop({ timeoutMs }) {
      isStopping = true
      for (const timer of timers) clearTimeout(timer)
      const late = Promise.withResolvers<void>()
      const timer = setTimeout(late.resolve, timeoutMs)
      await Promise.race([Promise.all(running), late.promise])
      clearTimeout(timer)
    },
    look,
    send,
    guard,
  }
}

async function lookOnce(
  deps: AlertWatchDeps,
  holder: string,
  isStopping: () => boolean,
): Promise<{ messages: number } | null> {
  const { database, log } = deps
  if (!(await database.withSystem(tx => claimWatch(tx, holder)))) return null
  let messages = 0
  let failure: string | null = null
  try {
    for (const { id, time_zone: timeZone } of await database.withSystem(listWatched)) {
      if (isStopping() || !(await database.withSystem(tx => holdWatch(tx, holder)))) return null
      // One tenant's trouble keeps no other from its alerts; the look does not count as made, and is made again.
      await lookAtTenant(deps, id, timeZone).then(
        count => {
          messages += count
        },
        (error: unknown) => {
          failure = error instanceof Error ? error.message.slice(0, 300) : 'unknown'
          log.error({ err: error, tenantId: id }, 'looking at alert rules')
        },
      )
    }
  } finally {
    const { wasAlarmed } = await database.withSystem(tx =>
      releaseWatch(tx, holder, isStopping() ? 'stopping' : failure),
    )
    if (wasAlarmed) await tellAll(deps, 'recovery')
  }
  return { messages }
}

/** Figures of ten thousand strategies take seconds; a statement that takes longer is at fault. */
const LOOK_STATEMENT_MS = 60_000

async function lookAtTenant(deps: AlertWatchDeps, tenantId: string, timeZone: string): Promise<number> {
  const { database, engine, log, now } = deps
  // A page that cannot be read keeps nobody from the other alerts.
  await database
    .withTenant(tenantId, tx => engine.health.watchObjectives(tx, now()), { statementTimeoutMs: LOOK_STATEMENT_MS })
    .catch((error: unknown) => log.error({ err: error, tenantId }, 'looking at objectives'))
  const { messages } = await database.withTenant(
    tenantId,
    async tx => {
      await tellSubscribers(tx, tenantId, engine.health, now())
      return evaluateRules(tx, engine.health, now())
    },
    { statementTimeoutMs: LOOK_STATEMENT_MS },
  )
  await runSelfTest(database, tenantId, timeZone, now())
  await beat(deps, tenantId, await database.withTenant(tenantId, readSetting))
  return messages
}

/** The one process that finds the looks late tells every tenant that relies on them. */
async function alarm(deps: AlertWatchDeps): Promise<boolean> {
  if (!(await deps.database.withSystem(claimAlarm))) return false
  deps.log.error({}, 'alert rules have not been looked at for over five minutes')
  await tellAll(deps, 'watch')
  if (deps.looks === false) await deliverAlerts(deps)
  return true
}

async function tellAll({ database, now }: AlertWatchDeps, kind: 'watch' | 'recovery'): Promise<void> {
  for (const { id } of await database.withSystem(listWatched))
    await database.withTenant(id, async tx => {
      const plans = (await listUsed(tx)).flatMap(channel => planPlain(channel, kind, null, now()))
      await insertDeliveries(tx, plans)
    })
}

/** Channels that some rule sends to. */
const listUsed = async (tx: Tx): Promise<ChannelRow[]> =>
  (await listChannels(tx)).filter(channel => channel.is_enabled && channel.rules > 0)
