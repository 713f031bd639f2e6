import type { Engine } from '@sluice/engine'
import { type Handlers, isAllowed, Page, type RouteContext } from '../../../http/route-handler.ts'
import { shareReadings, sightOf } from '../digraph/index.ts'
import { type Strip, standings } from './board-contract.ts'
import { listFailures, readDays, readPaces, readStripHours, type StripRow } from './board-store.ts'
import type { workplace } from './contract.ts'
import { type Judged, judgeStandings } from './judge-standing.ts'
import { type Look, MOST_TROUBLES, readBoard } from './read-board.ts'
import { listTroubles } from './store.ts'

interface BoardDeps {
  readonly engine: Pick<Engine, 'health'>
  readonly now: () => number
}

/** What is read of all strategies is read once for all who see the same, and by both routes: a figure has its list. */
const AGE_MS = 10_000
const READ_MS = 20_000
const DAY_MINUTES = 1440
const HOUR_MS = 3_600_000

type Routes = Pick<Handlers<typeof workplace>, 'board' | 'strategies'>
type Query = Parameters<Routes['strategies']>[0]['query']

export function createBoard({ engine, now }: BoardDeps): Routes {
  const shared = shareReadings<Look>(now)
  const look = (ctx: RouteContext): Promise<Look> =>
    shared.get(sightOf(ctx.principal), AGE_MS, () =>
      ctx.tenant(
        async tx => {
          const atMs = now()
          const all = await engine.health.read(tx, DAY_MINUTES, atMs)
          const at = new Date(atMs).toISOString()
          const days = await readDays(
            tx,
            at,
            all.map(({ id }) => id),
          )
          const troubles = await listTroubles(tx, MOST_TROUBLES)
          return {
            at,
            judged: order(judgeStandings(all, await readPaces(tx), atMs)),
            days,
            troubles,
            failures: await listFailures(tx),
          }
        },
        { statementTimeoutMs: READ_MS, readOnly: true },
      ),
    )
  return {
    async board(_input, ctx) {
      const seen = isAllowed(ctx.principal, 'strategy:query') ? await look(ctx) : null
      return ctx.tenant(tx => readBoard(tx, seen, now(), ctx), { statementTimeoutMs: READ_MS, readOnly: true })
    },
    async strategies({ query }, ctx) {
      const { at, judged } = await look(ctx)
      const found = judged.filter(one => isAsked(one, query))
      const shown = found.slice((query.page - 1) * query.pageSize, query.page * query.pageSize)
      const hours = await ctx.tenant(tx =>
        readStripHours(
          tx,
          at,
          shown.map(({ health }) => health.id),
        ),
      )
      return new Page(
        shown.map(one => describe(one, at, hours, ctx)),
        found.length,
      )
    },
  }
}

const isAsked = ({ health, standing, recordAt }: Judged, { only, keyword }: Query): boolean => {
  const word = keyword?.trim().toLowerCase() ?? ''
  if (word !== '' && ![health.name, health.code].some(text => text.toLowerCase().includes(word))) return false
  if (only === undefined) return true
  if (standing === 'none') return false
  if (only === 'undated') return recordAt === null
  return only === 'paused' ? health.paused_at !== null : standing === only
}

const rankOf = ({ standing }: Judged): number => (standing === 'none' ? standings.length : standings.indexOf(standing))

const order = (all: readonly Judged[]): Judged[] =>
  all.toSorted(
    (a, b) =>
      rankOf(a) - rankOf(b) || a.health.name.localeCompare(b.health.name) || (a.health.id < b.health.id ? -1 : 1),
  )

function describe(
  { health, standing, recordAt, lateFrom, nextRunAt }: Judged,
  at: string,
  hours: readonly StripRow[],
  { tell }: RouteContext,
): Strip {
  const thisHour = Math.floor(Date.parse(at) / HOUR_MS) * HOUR_MS
  const own = new Map(hours.filter(row => row.strategy_id === health.id).map(row => [row.ago, row]))
  return {
    id: health.id,
    name: health.name,
    status: health.status,
    level: health.level ?? 'none',
    standing,
    reason: health.reasons[0] ? tell(health.reasons[0].text) : null,
    hours: Array.from({ length: 24 }, (_, index) => {
      const ago = 23 - index
      const row = own.get(ago)
      return {
        at: new Date(thisHour - ago * HOUR_MS).toISOString(),
        written: Number(row?.written ?? 0),
        errors: Math.max(0, Number(row?.errors ?? 0)),
      }
    }),
    record_at: recordAt,
    late_from: lateFrom,
    pulled_at: health.pulled_at,
    fresh: health.fresh,
    usual: health.usual,
    error_percent: health.error_percent,
    next_run_at: nextRunAt,
  }
}
