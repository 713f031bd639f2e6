import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { DemoModules, DemoPort, RouteContext } from '@sluice/api'
import { sayWords } from '@sluice/api/background'
import { StrategyConfig, type Words } from '@sluice/contract'
import type { Database } from '@sluice/db'
import type { Sandbox } from '@sluice/sandbox'
import { sandboxOrders } from './templates.ts'

const usualPorts = { shopPort: 8091, erpPort: 8092 }
const demoCode = 'demo-shop-to-erp'
/** Key of the setting that remembers the switch. */
const SWITCH = 'sandbox'

export interface Demo extends DemoPort {
  /** Starts the sandbox again where a tenant uses it and nobody has switched it off. */
  resume(): Promise<void>
  /** Loopback ports the sandbox listens on now. */
  ports(): readonly number[]
  stop(): Promise<void>
}

/** The sandbox in this process, and a strategy shop → ERP on it. */
export function createDemo(options: {
  readonly database: Database
  readonly dataDir: string
  readonly isAllowed: boolean
}): Demo {
  const { database, dataDir, isAllowed } = options
  let running: Promise<Sandbox> | null = null
  let current: Sandbox | null = null

  const start = async (): Promise<Sandbox> => {
    running ??= startOnKnownPorts(dataDir).catch(error => {
      running = null
      throw error
    })
    current = await running
    return current
  }
  const stop = async (): Promise<void> => {
    const sandbox = await running
    running = null
    current = null
    await sandbox?.stop()
  }
  const findStrategy = async (tenantId: string): Promise<string | null> => {
    const rows = await database.withTenant(tenantId, tx =>
      tx.query<{ id: string }>('select id from strategy where code = $1', [demoCode]),
    )
    return rows[0]?.id ?? null
  }

  return {
    async status(tenantId) {
      const strategyId = await findStrategy(tenantId)
      return {
        available: isAllowed,
        sandbox_running: current !== null,
        shop_url: current?.shop.url ?? null,
        erp_url: current?.erp.url ?? null,
        strategy_id: strategyId,
      }
    },
    async create(ctx, modules) {
      const sandbox = await start()
      const known = await findStrategy(ctx.principal.tenantId)
      const strategyId = known ?? (await createStrategy(sandbox, ctx, modules))
      await modules.life.runNow(strategyId, false, ctx)
      return { strategyId }
    },
    async switch(isRunning) {
      await (isRunning ? start() : stop())
      await database.withSystem(tx =>
        tx.execute(
          `insert into setting (key, value) values ($1, $2)
           on conflict (key) do update set value = excluded.value, updated_at = now()`,
          [SWITCH, JSON.stringify(isRunning)],
        ),
      )
    },
    async resume() {
      if (!isAllowed) return
      const rows = await database.withSystem(tx =>
        tx.query(
          `select 1 from strategy where code = $1
             and not exists (select 1 from setting where key = $2 and value = 'false'::jsonb) limit 1`,
          [demoCode, SWITCH],
        ),
      )
      if (rows.length > 0) await start()
    },
    ports: () => (current ? [current.shop.url, current.erp.url].map(portOf) : []),
    stop,
  }
}

/** On the ports of the last time, so that connectors made then still find it; else on the usual or any free ones. */
async function startOnKnownPorts(dataDir: string): Promise<Sandbox> {
  const portsFile = join(dataDir, 'sandbox-ports.json')
  const known = await readFile(portsFile, 'utf8').then(JSON.parse, () => null)
  const { startSandbox } = await import('@sluice/sandbox')
  for (const ports of [known, usualPorts, {}]) {
    if (ports === null) continue
    try {
      const options = { ledgerFile: join(dataDir, 'sandbox-erp.jsonl'), faults: 'default' } as const
      const sandbox = await startSandbox({ ...options, ...ports })
      const used = { shopPort: portOf(sandbox.shop.url), erpPort: portOf(sandbox.erp.url) }
      await writeFile(portsFile, JSON.stringify(used))
      return sandbox
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error
    }
  }
  throw new Error('starting the sandbox: no free port')
}

const portOf = (url: string): number => Number(new URL(url).port)

async function createStrategy(sandbox: Sandbox, ctx: RouteContext, modules: DemoModules): Promise<string> {
  const say = (words: Words): string => sayWords(words, ctx.language)
  const shop = await modules.connector.create(
    {
      platform_id: 'sandbox-shop',
      name: say({ zh: '演示商城', en: 'Demo shop' }),
      env: 'test',
      remark: '',
      params: { base_url: sandbox.shop.url, client_id: sandbox.clientId, client_secret: sandbox.clientSecret },
    },
    ctx,
  )
  const erp = await modules.connector.create(
    {
      platform_id: 'sandbox-erp',
      name: say({ zh: '演示 ERP', en: 'Demo ERP' }),
      env: 'test',
      remark: '',
      params: { base_url: sandbox.erp.url, app_id: sandbox.erpAppId, app_secret: sandbox.erpAppSecret },
    },
    ctx,
  )
  for (const { id } of [shop, erp]) await modules.connector.test(id, ctx)
  const strategy = await modules.strategy.create(
    {
      code: demoCode,
      name: say({ zh: '演示：商城订单 → ERP 销售单', en: 'Demo: shop orders → ERP sales orders' }),
      group: say({ zh: '演示', en: 'Demo' }),
      remark: '',
      tags: [],
      config: demoConfig(shop.id, erp.id),
    },
    ctx,
  )
  return strategy.id
}

function demoConfig(shopId: string, erpId: string): StrategyConfig {
  return StrategyConfig.parse({
    ...sandboxOrders,
    source: { ...sandboxOrders.source, connector_id: shopId },
    target: { ...sandboxOrders.target, connector_id: erpId },
  })
}
