import type { StrategyConfig } from '@sluice/contract'
import type { Sandbox } from '@sluice/sandbox'
import type pg from 'pg'
import type { Api } from '../product.ts'

/**
 * Every effect on a target leaves a row in `effect`: which table, which key, from which address. Each write is slowed
 * down so that runs are long enough to be hurt.
 */
export async function prepareFar(far: pg.Client, tables: number, rows: number, writeMs: number): Promise<void> {
  await far.query(`
    create table effect (place text not null, key int not null, address inet);
    create function note_effect() returns trigger language plpgsql as $$
    begin
      insert into effect select tg_table_name, id, inet_client_addr() from fresh;
      perform pg_sleep(${writeMs / 1000});
      return null;
    end $$`)
  for (let table = 0; table < tables; table += 1)
    await far.query(`
      create table source_${table} (id int primary key, name text not null, amount numeric(14, 2) not null);
      insert into source_${table} select i, 'row ' || i, i / 7.0 from generate_series(1, ${rows}) i;
      create table target_${table} (id int primary key, name text not null, amount numeric(14, 2) not null);
      create trigger fresh after insert on target_${table} referencing new table as fresh
        for each statement execute function note_effect();
      create trigger changed after update on target_${table} referencing new table as fresh
        for each statement execute function note_effect()`)
}

/** Remembers in the store who took which run when. */
export async function watchClaims(store: pg.Client): Promise<void> {
  await store.query(`
    create table claim (strategy_id uuid not null, fence bigint not null, address inet);
    create function note_claim() returns trigger language plpgsql security definer as $$
    begin
      insert into claim values (new.strategy_id, new.fence, inet_client_addr());
      return null;
    end $$;
    create trigger claimed after update on run for each row
      when (new.fence > old.fence and new.updated_at > 'epoch') execute function note_claim()`)
}

const retry = { maxAttempts: 8, firstDelaySeconds: 1 }

export async function createLoad(api: Api, databaseUrl: string, tables: number): Promise<string[]> {
  const url = new URL(databaseUrl)
  const { content: connector } = await api.connector.create({
    body: {
      platform_id: 'postgresql',
      name: 'far',
      params: {
        host: url.hostname,
        port: Number(url.port),
        database: url.pathname.slice(1),
        username: url.username,
        password: '',
        ssl: 'disable',
      },
    },
  })
  const ids: string[] = []
  for (let table = 0; table < tables; table += 1) {
    const config = {
      source: { connector_id: connector.id, resource: `public.source_${table}`, key: ['id'], pageSize: 100 },
      target: { connector_id: connector.id, resource: `public.target_${table}`, key: ['id'], batchSize: 100 },
      mapping: { copyAll: true, fields: [] },
      retry,
    }
    ids.push((await api.strategy.create({ body: { name: `table ${table}`, config } })).content.id)
  }
  return ids
}

/** `host` is where machines reach the sandbox. */
export async function createBills(api: Api, sandbox: Sandbox, host: string): Promise<string> {
  const at = (url: string): string => `http://${host}:${new URL(url).port}`
  const create = async (platform: string, params: Record<string, string>) =>
    (await api.connector.create({ body: { platform_id: platform, name: platform, params } })).content.id
  const shop = await create('sandbox-shop', {
    base_url: at(sandbox.shop.url),
    client_id: sandbox.clientId,
    client_secret: sandbox.clientSecret,
  })
  const erp = await create('sandbox-erp', {
    base_url: at(sandbox.erp.url),
    app_id: sandbox.erpAppId,
    app_secret: sandbox.erpAppSecret,
  })
  const field = (target: string, path: string) => ({
    target,
    value: { kind: 'template' as const, template: `{{${path}}}` },
  })
  const lines = {
    kind: 'lines' as const,
    source: 'lines',
    fields: [
      field('FMaterialId', 'sku_code'),
      field('FQty', 'qty'),
      field('FPrice', 'price'),
      field('FAmount', 'amount'),
    ],
  }
  const config: Partial<StrategyConfig> & Pick<StrategyConfig, 'mapping'> = {
    mapping: {
      copyAll: false,
      fields: [
        field('FBillNo', 'order_no'),
        field('FCustId', 'customer_code'),
        field('FDate', 'created_at'),
        { target: 'FEntry', value: lines },
      ],
    },
  }
  const { content } = await api.strategy.create({
    body: {
      name: 'bills',
      config: {
        ...config,
        source: { connector_id: shop, resource: 'order.list', key: ['order_no'], pageSize: 20 },
        target: { connector_id: erp, resource: 'bill.save', key: ['FBillNo'], batchSize: 5 },
        retry,
      },
    },
  })
  return content.id
}
