import { walkRoutes } from '@sluice/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { contracts } from '../server/contracts.ts'
import { docOf } from '../testing/asset-objects.ts'
import { openWorld } from '../testing/drive.ts'
import { newReconAccount, newStrategy } from '../testing/objects.ts'
import type { World } from '../testing/sample.ts'
import { startTestServer, type TestServer } from '../testing/start-test-server.ts'

let server: TestServer
let world: World
let strategyId: string
let openAccount = ''
let flowId: string
beforeAll(async () => {
  server = await startTestServer()
  world = await openWorld(server, 'admin-a', server.a.tenantId)
  strategyId = (await newStrategy(world)).id
})
afterAll(() => server.drop())

const query = <T extends object>(text: string, values: unknown[] = []) =>
  server.database.withTenant(server.a.tenantId, tx => tx.query<T>(text, values))

/** So many more rows like one of them, each with a key and a name of its own; `n` counts them. */
const multiply = (table: string, count: number, own: string) =>
  query(
    `insert into ${table} select (jsonb_populate_record(null::${table}, to_jsonb(t) || jsonb_build_object(${own}))).*
       from (select * from ${table} where tenant_id = app_tenant() limit 1) t, generate_series(1, ${count}) n`,
  )

const get = async (path: string) => (await server.call('GET', path, { token: world.token })).body
const post = async (path: string, body: object) => (await server.call('POST', path, { token: world.token, body })).body
const countLines = (text: string): number => text.trimEnd().split('\n').length
const countRows = async (from: string): Promise<number> =>
  Number((await query<{ count: string }>(`select count(*) from ${from}`))[0]!.count)

/**
 * How each list is made long: beyond the limit it once had where that takes seconds, else by several pages. And how many
 * entries its file has then, beside how many there are.
 */
interface Case {
  fill(): Promise<unknown>
  countFile(): Promise<number>
  countAll(): Promise<number>
}

const newKey = `'id', gen_random_uuid()`
const long: Readonly<Record<string, Case>> = {
  'accessToken.export': {
    async fill() {
      await post('/api/dp/account/token', { name: 'ci', permissions: ['connector:query'], days: 30 })
      await multiply('access_token', 1501, `${newKey}, 'token_hash', '\\x' || md5(n::text)`)
    },
    countFile: async () => countLines(await get('/api/dp/system/access-token/export')) - 1,
    countAll: () => countRows('access_token'),
  },
  'subAccount.export': {
    fill: () => multiply('app_user', 1501, `${newKey}, 'username', 'u' || n, 'phone', null, 'email', null`),
    countFile: async () => countLines(await get('/api/dp/system/lessee-user/export')) - 1,
    countAll: () => countRows('app_user'),
  },
  'adapter.export': {
    async fill() {
      await world.post('/api/dh/lessee/adapter', { platform_id: 'fake', doc: { name: 'signed' } })
      await multiply('adapter', 1001, `${newKey}, 'name', 'a' || n`)
      await query(`insert into adapter_version (adapter_id, version, doc)
        select a.id, a.version, v.doc from adapter a, (select doc from adapter_version limit 1) v
         where not exists (select from adapter_version w where w.adapter_id = a.id)`)
    },
    countFile: async () => JSON.parse(await post('/api/dh/lessee/adapter/export', { format: 'json' })).adapters.length,
    countAll: () => countRows('adapter'),
  },
  'apiAsset.export': {
    async fill() {
      await world.post('/api/dh/lessee/api-asset', { platform_id: 'fake', doc: docOf() })
      await multiply('api_asset', 1001, newKey)
      await query(`insert into api_asset_version (asset_id, version, doc)
        select a.id, a.version, v.doc from api_asset a, (select doc from api_asset_version limit 1) v
         where not exists (select from api_asset_version w where w.asset_id = a.id)`)
    },
    countFile: async () => JSON.parse(await post('/api/dh/lessee/api-asset/export', { format: 'json' })).assets.length,
    countAll: () => countRows('api_asset'),
  },
  'strategy.export': {
    async fill() {
      await multiply('strategy', 1501, `${newKey}, 'code', 'code-' || n`)
      await query(`insert into strategy_version (strategy_id, version, config)
        select s.id, 1, v.config from strategy s, (select config from strategy_version limit 1) v
         where not exists (select from strategy_version w where w.strategy_id = s.id)`)
    },
    countFile: async () =>
      JSON.parse(await post('/api/dh/lessee/strategy/export', { format: 'json' })).strategies.length,
    countAll: () => countRows('strategy'),
  },
  'errorGroup.export': {
    fill: () =>
      query(
        `insert into error_group (id, strategy_id, category, code, pattern, sample)
         select gen_random_uuid(), $1, 'business', 'target.refused', 'p' || n, 's' || n from generate_series(1, 10001) n`,
        [strategyId],
      ),
    countFile: async () => countLines(await post('/api/dh/lessee/error-group/export', {})) - 1,
    countAll: () => countRows('error_group'),
  },
  'supplyChain.export': {
    async fill() {
      const account = await newReconAccount(world)
      await query(
        `insert into supply_line (account_id, doc_no, amount_minor, currency, occurred_at, business_date)
         select $1, 'd' || n, n, 'CNY', now(), now()::date from generate_series(1, 4501) n`,
        [account.id],
      )
    },
    countFile: async () => countLines(await get('/api/dh/lessee/reconciliation/supply-chain-export')) - 1,
    countAll: () => countRows('supply_line'),
  },
  'difference.export': {
    async fill() {
      openAccount = (await newReconAccount(world)).id
      await query(
        `insert into supply_line (account_id, doc_no, amount_minor, currency, occurred_at, business_date)
         select $1, 'o' || n, n, 'CNY', now(), now()::date from generate_series(1, 1001) n`,
        [openAccount],
      )
    },
    countFile: async () =>
      countLines(
        await get(`/api/dh/lessee/reconciliation/difference/export?format=csv&state=all&account_id=${openAccount}`),
      ) - 1,
    countAll: () => countRows(`supply_line where account_id = '${openAccount}'`),
  },
  'flow.exportEntries': {
    async fill() {
      const account = await newReconAccount(world)
      const body = { name: 'long', account_ids: [account.id] }
      flowId = (await world.post<{ id: string }>('/api/dh/lessee/reconciliation/flow', body)).id
      await query(
        `insert into bill_line (account_id, fingerprint, amount_minor, currency, occurred_at, bill_date)
         select $1, sha256(n::text::bytea), n, 'CNY', now(), current_date from generate_series(1, 1001) n`,
        [account.id],
      )
    },
    countFile: async () =>
      countLines(await get(`/api/dh/lessee/reconciliation/flow/${flowId}/entry-export?state=all`)) - 1,
    countAll: () => countRows('bill_line'),
  },
  'strategyLog.export': {
    fill: () =>
      query(
        `insert into run_log (strategy_id, level, text) select $1, 'record', 'line ' || n from generate_series(1, 100001) n`,
        [strategyId],
      ),
    countFile: async () => countLines(await post(`/api/dh/lessee/strategy-log/${strategyId}/export`, {})),
    countAll: () => countRows(`run_log where strategy_id = '${strategyId}'`),
  },
  'strategyTable.export': {
    fill: () =>
      query(
        `insert into record_state (strategy_id, key, id, page_id, page_at, ordinal, status, version, hash, run_id)
         select $1, 't' || n, nextval('record_id'), 9, now(), n % 500, 3, 1, '', gen_random_uuid() from generate_series(1, 1501) n`,
        [strategyId],
      ),
    countFile: async () => {
      const columns = [{ of: 'record', name: 'key' }]
      return countLines(await post(`/api/dh/lessee/strategy-table/${strategyId}/export`, { format: 'jsonl', columns }))
    },
    countAll: () => countRows(`stored_record where strategy_id = '${strategyId}'`),
  },
  'strategyData.export': {
    fill: () =>
      query(
        `insert into record_state (strategy_id, key, id, page_id, page_at, ordinal, status, version, hash, run_id)
         select $1, 'k' || n, nextval('record_id'), 9, now(), n % 500, 3, 1, '', gen_random_uuid() from generate_series(1, 100001) n`,
        [strategyId],
      ),
    countFile: async () =>
      countLines(await post(`/api/dh/lessee/strategy-data/${strategyId}/export`, { format: 'jsonl' })),
    countAll: () => countRows(`stored_record where strategy_id = '${strategyId}'`),
  },
  'personData.export': {
    fill: () =>
      query(
        `insert into saved_filter (id, user_id, list, name, filter)
         select gen_random_uuid(), id, 'strategies', 'f' || n, '{}' from app_user, generate_series(1, 1501) n where username = 'admin-a'`,
      ),
    async countFile() {
      const [me] = await query<{ id: string }>(`select id from app_user where username = 'admin-a'`)
      const text = await get(`/api/dp/system/lessee-user/${me!.id}/data/export`)
      return text.split('{"table": "saved_filter"').length - 1
    },
    countAll: () => countRows('saved_filter'),
  },
  'system.exportLog': {
    fill: () => multiply('operation_log', 1501, `${newKey}, 'created_at', now() - n * interval '1 ms'`),
    countFile: async () => countLines(await get('/api/dp/system/log/export')) - 1,
    countAll: () => countRows('operation_log'),
  },
  'application.export': {
    fill: () =>
      query(
        `insert into gateway_application (id, name, app_key, rate_per_minute, burst)
         select gen_random_uuid(), 'a' || n, lpad(n::text, 12, '0'), 60, 60 from generate_series(1, 1501) n`,
      ),
    countFile: async () => countLines(await get('/api/dh/lessee/gateway/application-export')) - 1,
    countAll: () => countRows('gateway_application'),
  },
  'plan.export': {
    fill: () =>
      query(`insert into gateway_plan (id, name) select gen_random_uuid(), 'p' || n from generate_series(1, 1501) n`),
    countFile: async () => countLines(await get('/api/dh/lessee/gateway/plan-export')) - 1,
    countAll: () => countRows('gateway_plan'),
  },
  'callLog.export': {
    fill: () =>
      query(
        `insert into gateway_call (id, application_id, application_name, operation, method, ip, status, code, duration_ms)
         select gen_random_uuid(), gen_random_uuid(), 'partner', 'query', 'POST', '127.0.0.1', 200, 0, n from generate_series(1, 10001) n`,
      ),
    countFile: async () => countLines(await get('/api/dh/lessee/gateway/log-export')) - 1,
    countAll: () => countRows('gateway_call'),
  },
  'digraph.export': {
    async fill() {
      await post('/api/dp/digraph', { name: 'wall' })
      await multiply('dashboard', 1501, `${newKey}, 'name', 'wall ' || n`)
    },
    countFile: async () => countLines(await get('/api/dp/digraph-export')) - 1,
    countAll: () => countRows('dashboard'),
  },
}

/** Read to their end without a limit, or one thing and not a list; each has tests of its own. */
const unlimited = [
  'aggregate.export', // a result that met a limit is not kept
  'analysis.export', // of the strategies that one reading found, all of them
  'billImport.download',
  'difference.download', // one file
  'lineage.export', // one by one as they are found
  'marketSource.export', // of an index that says how many it left out
  'marketSource.index',
  'marketSource.package', // one package
  'monitor.export', // of the strategies that one reading found, all of them
  'period.download',
  'report.export', // of what it adds up, page by page
  'voucher.export', // page by page
  'catalogue.export',
  'digraph.document', // one design
  'exportJob.download',
  'file.download',
  'mapping.export',
  'solutionPackage.file', // one package
  'storage.download',
  'strategyHealth.export',
  'strategyPublish.export',
  'tenantEnd.downloadExport',
  'tenantEnd.proof',
]

test('every route that gives a file is known here', () => {
  const names = [...walkRoutes(contracts)].filter(([, route]) => route.content === 'file').map(([name]) => name)
  expect(names.toSorted()).toEqual([...Object.keys(long), ...unlimited].toSorted())
})

test.each(Object.entries(long))('%s holds every row of a long list', async (_, each) => {
  await each.fill()
  expect(await each.countFile()).toBe(await each.countAll())
})
