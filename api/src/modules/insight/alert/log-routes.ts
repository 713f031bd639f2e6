import type { Tx, Vault } from '@sluice/db'
import { readPage } from '../../../http/paging.ts'
import { refuse } from '../../../http/refuse.ts'
import { type Handlers, Page, type RouteContext } from '../../../http/route-handler.ts'
import type { Throttle } from '../../../http/throttle.ts'
import { MASK } from '../../../http/write-audit.ts'
import type { MailSender } from '../../identity/notice/index.ts'
import { HEARTBEAT_PLACE } from './beat.ts'
import { isHttp } from './channel-routes.ts'
import type { AlertDelivery, AlertSetting, alert } from './contract.ts'
import { readSelfTest, resendDelivery, searchDeliveries } from './delivery-store.ts'
import { searchEvents } from './event-store.ts'
import { beginTest } from './self-test.ts'
import { readSetting, saveSetting } from './setting-store.ts'
import { readWatch } from './watch-store.ts'

interface LogDeps {
  readonly vault: Vault
  readonly throttle: Throttle
  readonly mail?: MailSender
  readonly now: () => number
}

type Routes = Handlers<typeof alert>
type Names = 'events' | 'deliveries' | 'resend' | 'setting' | 'saveSetting' | 'selfTest'

const TESTS = { burst: 3, everyMs: 60_000 }

/** What was found, what was sent, and whether the whole works. */
export function createLogRoutes(deps: LogDeps): Pick<Routes, Names> {
  const { vault, throttle, now } = deps
  return {
    async events({ query }, ctx) {
      const filter = { isOpen: query.open === '1', ruleId: query.rule_id ?? null }
      const { rows, total } = await ctx.tenant(tx =>
        readPage(query, (limit, offset) => searchEvents(tx, filter, limit, offset)),
      )
      const content = rows.map(({ total: _, ...row }) => ({ ...row, text: ctx.tell(row.text) }))
      return new Page(content, total)
    },
    async deliveries({ query }, ctx) {
      const filter = { channelId: query.channel_id ?? null, state: query.state ?? null, kind: query.kind ?? null }
      const { rows, total } = await ctx.tenant(tx =>
        readPage(query, (limit, offset) => searchDeliveries(tx, filter, limit, offset)),
      )
      return new Page(
        rows.map(row => describe(row, ctx)),
        total,
      )
    },
    resend: ({ params }, ctx) =>
      ctx.tenant(async tx => {
        const before = await requireDelivery(tx, params.id)
        if ((await resendDelivery(tx, params.id)) === 0) throw refuse('conflict.state', { value: before.state })
        await ctx.audit(tx, {
          objectType: 'alert-channel',
          objectId: before.channel_id,
          objectName: before.channel_name,
          before: { state: before.state },
        })
        return describe(await requireDelivery(tx, params.id), ctx)
      }),
    setting: (_input, ctx) => ctx.tenant(tx => show(tx, deps, ctx)),
    async saveSetting({ body }, ctx) {
      const before = await ctx.tenant(readSetting)
      const { heartbeat_url: url, ...rest } = body
      if (url !== '' && url !== MASK && !isHttp(url)) throw refuse('invalid.alertUrl', { field: 'heartbeat_url' })
      const sealed =
        url === MASK
          ? before.heartbeat_url
          : url === ''
            ? null
            : await vault.seal(ctx.principal.tenantId, HEARTBEAT_PLACE, url)
      return ctx.tenant(async tx => {
        const row = { ...rest, heartbeat_url: sealed }
        await saveSetting(tx, row)
        await ctx.audit(tx, { objectType: 'alert-setting', before, after: row })
        return show(tx, deps, ctx)
      })
    },
    async selfTest(_input, ctx) {
      await throttle.take(`self-test/${ctx.principal.tenantId}`, TESTS)
      return ctx.tenant(async tx => {
        await beginTest(tx, (await readSetting(tx)).self_test_id, now())
        await ctx.audit(tx, { objectType: 'alert-setting' })
        return show(tx, deps, ctx)
      })
    },
  }
}

async function requireDelivery(tx: Tx, id: string): Promise<AlertDelivery> {
  const [row] = await searchDeliveries(tx, { channelId: null, state: null, kind: null, id }, 1, 0)
  if (!row) throw refuse('notFound.delivery')
  return row
}

const describe = (row: AlertDelivery, { tell }: RouteContext): AlertDelivery => ({
  ...row,
  items: row.items.map(({ object_name, text }) => ({ object_name, text: tell(text) })),
  failure: row.failure && tell(row.failure),
})

async function show(tx: Tx, { mail }: LogDeps, { tell }: RouteContext): Promise<AlertSetting> {
  const { heartbeat_url: url, heartbeat_minutes, beat_at, beat_failure, ...test } = await readSetting(tx)
  const { self_test_hour, self_test_at: at, self_test_id: id } = test
  return {
    heartbeat_url: url === null ? '' : MASK,
    heartbeat_minutes,
    beat_at,
    beat_failure: beat_failure && tell(beat_failure),
    self_test_hour,
    self_test: id === null || at === null ? null : { at, ...(await readSelfTest(tx, id)) },
    watch: await readWatch(tx),
    has_mail: mail !== undefined,
  }
}
