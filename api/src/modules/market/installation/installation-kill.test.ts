import { openOwner } from '@sluice/db/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPublisherKey, signPackage, writePackage } from '../../../packaging/index.ts'
import { caller, maker } from '../../../testing/config-world.ts'
import { connectorBody } from '../../../testing/objects.ts'
import { PASSWORD, startTestServer, type TestServer } from '../../../testing/start-test-server.ts'
import type { InstallationDetail } from './contract.ts'
import { type ShopVersion, shopOne, shopPackage, shopTwo } from './testing/shop-package.ts'

/**
 * The connection that installs, upgrades or uninstalls is killed at each of the statements by which it writes, one after
 * the other: what is there then is what was there before, or all of what was asked for.
 */
let server: TestServer
let owner: Awaited<ReturnType<typeof openOwner>>
let call: ReturnType<typeof caller>
let connectors: { readonly shop: string; readonly erp: string }
const publisher = { name: 'Publisher', secret: createPublisherKey().secret }

beforeAll(async () => {
  server = await startTestServer()
  owner = await openOwner(server.databaseUrl)
  call = caller(server, await server.signIn('admin-a', PASSWORD))
  const make = maker(call)
  const shop = await make('/connector', { ...connectorBody(), name: 'Shop' })
  const erp = await make('/connector', { ...connectorBody(), name: 'ERP' })
  connectors = { shop: shop.id, erp: erp.id }
  await plantFaults()
})
afterAll(async () => {
  await owner.end()
  await server.drop()
})

/** What an installation makes; logs of calls and the like are written beside it, whatever becomes of it. */
const TABLES = [
  'package_installation',
  'strategy',
  'strategy_version',
  'strategy_fields',
  'strategy_link',
  'value_map',
  'value_map_line',
  'value_map_change',
] as const

/** A sequence counts on, whatever becomes of the transaction that took from it. */
async function plantFaults(): Promise<void> {
  await owner.query(`create sequence fault; create table fault_at (at bigint); insert into fault_at values (0);
    create function fault() returns trigger language plpgsql security definer as $$ begin
      if (select at > 0 and nextval('fault') = at from fault_at) then
        perform pg_terminate_backend(pg_backend_pid());
        perform pg_sleep(1);
      end if;
      return null;
    end $$`)
  const { rows } = await owner.query<{ name: string }>(
    `select c.relname as name from pg_class c where c.relkind in ('r', 'p') and not c.relispartition
       and c.relnamespace = 'public'::regnamespace and c.relname <> 'fault_at'`,
  )
  for (const { name } of rows)
    await owner.query(
      `create trigger fault after insert or update or delete on "${name}" for each statement execute function fault()`,
    )
}

/** 0: none any more. */
const killAt = (at: number) => owner.query(`select setval('fault', 1, false); update fault_at set at = ${at}`)

async function look(): Promise<string> {
  const said: string[] = []
  for (const table of TABLES) {
    const { rows } = await owner.query<{ told: string }>(
      `select count(*) || ' ' || coalesce(md5(string_agg(t::text, E'\\n' order by t::text)), '') as told from "${table}" t`,
    )
    said.push(`${table} ${rows[0]?.told}`)
  }
  return said.join('\n')
}

const ok = async <T>(method: string, path: string, body?: unknown): Promise<T> => {
  const answer = await call(method, path, body)
  if (answer.statusCode !== 200) throw new Error(`${method} ${path}: ${answer.body}`)
  return answer.json<{ content: T }>().content
}
const upload = async (version: ShopVersion): Promise<string> =>
  (
    await ok<{ ref: string }>('POST', '/market/upload', {
      text: writePackage(signPackage(shopPackage(version), publisher)),
    })
  ).ref

/** Each point takes a whole attempt: `KILL_STEP=1` goes to all of them. */
const STEP = Number(process.env['KILL_STEP'] ?? 7)

/** Kills it at each point until it comes through. Answers with what it said in the end, and up to which point it was killed. */
async function killEverywhere<T>(act: () => ReturnType<typeof call>) {
  const before = await look()
  for (let at = 1; at < 1000; at += STEP) {
    await killAt(at)
    const answer = await act()
    await killAt(0)
    const after = await look()
    if (answer.statusCode === 200) return { content: answer.json<{ content: T }>().content, killed: at - 1 }
    expect(after, `killed at ${at}`).toBe(before)
    // It is no fault of what was asked for.
    expect(answer.statusCode, `killed at ${at}: ${answer.body}`).toBeGreaterThanOrEqual(500)
  }
  throw new Error('It never came through.')
}

test('killed at points all through install, upgrade, rollback and uninstall, nothing is half done', {
  timeout: 600_000,
}, async () => {
  const wish = { ref: await upload({ ...shopOne, others: [] }), prefix: 'K1', connectors, params: { warehouse: 'W9' } }
  const { hash } = await ok<{ hash: string }>('POST', '/installation/plan', wish)
  const installed = await killEverywhere<InstallationDetail>(() => call('POST', '/installation', { ...wish, hash }))
  expect(installed.killed).toBeGreaterThan(STEP)
  const path = `/installation/${installed.content.id}`
  const next = { ref: await upload({ ...shopTwo, others: [] }) }
  const planned = await ok<{ hash: string }>('POST', `${path}/upgrade/plan`, next)
  const upgraded = await killEverywhere<InstallationDetail>(() =>
    call('POST', `${path}/upgrade`, { ...next, hash: planned.hash }),
  )
  expect(upgraded.content.version).toBe('2.0.0')
  const rolled = await killEverywhere<InstallationDetail>(() => call('POST', `${path}/rollback`))
  expect(rolled.content.version).toBe('1.0.0')
  const removed = await killEverywhere(() => call('DELETE', path, {}))
  expect(await look()).toContain('package_installation 0 ')
  expect([upgraded, rolled, removed].every(({ killed }) => killed > STEP)).toBe(true)
})
