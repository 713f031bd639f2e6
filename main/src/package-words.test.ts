import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { packageOf } from '@sluice/api/testing/package-objects.ts'
import type { SolutionPackage } from '@sluice/contract'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startLogicalServer } from './testing/logical-server.ts'
import { type PackageWorld, startPackageWorld } from './testing/package-world.ts'

let world: PackageWorld
let far: Server
let database: Awaited<ReturnType<typeof startLogicalServer>>
/** What reached the tenant's own system, as `METHOD path`. */
let seen: string[] = []
/** The same, before anything was tried: the plan asks what is there. */
let planned: string[] = []
const rows = '[{"id":1,"name":"one"}]'

beforeAll(async () => {
  ;[world, database] = await Promise.all([startPackageWorld(), startLogicalServer()])
  far = createServer((request, answer) => {
    seen.push(`${request.method} ${request.url}`)
    request.resume().on('end', () => answer.setHeader('content-type', 'application/json').end(rows))
  })
  await new Promise<void>(resolve => far.listen(0, '127.0.0.1', resolve))
})
afterAll(async () => {
  await world.stop()
  await database.stop()
  far.close()
})

/** A package of one flow that reads as it says itself. */
const reading = (name: string, platform: string, resource: string, options: object): SolutionPackage =>
  packageOf(name, document => ({
    ...document,
    manifest: { ...document.manifest, connections: [{ slot: 'shop', platform, title: 'Shop', rights: [] }] },
    files: [
      {
        path: 'objects/strategies/ORDERS.yaml',
        text: JSON.stringify({
          ...{ kind: 'strategy', version: 1, key: 'ORDERS' },
          spec: {
            name: 'Orders',
            source: { connector: 'slot:shop', resource, key: ['id'], options },
            target: { connector: 'slot:shop', resource: '/copy', mode: 'insert' },
            mapping: { copyAll: true, fields: [] },
          },
        }),
      },
    ],
  }))

const base = () => `http://127.0.0.1:${(far.address() as AddressInfo).port}`

test('what a package would send by its own words is not sent before it is installed', {
  timeout: 120_000,
}, async () => {
  const tryHttp = async (name: string, options: object) => {
    seen = []
    const shop = { platform: 'http', params: { base_url: base(), auth: 'none' } }
    const tenant = await world.bind(reading(name, 'http', '/orders/1/cancel', options), { shop })
    await tenant.planInstall()
    planned = [...new Set(seen.filter(each => each.endsWith('cancel')))]
    seen = []
    return (await tenant.tryInstall()).flows.map(each => each.state)
  }
  expect([await tryHttp('asks', {}), seen]).toEqual([['tried'], ['GET /orders/1/cancel']])
  expect(planned).toEqual(['GET /orders/1/cancel'])
  expect([await tryHttp('posts', { method: 'POST', body: '{"all":true}' }), seen, planned]).toEqual([
    ['unsent'],
    [],
    [],
  ])
  const override = [{ name: 'X-HTTP-Method-Override', value: 'DELETE' }]
  expect([await tryHttp('overrides', { request_headers: override }), seen, planned]).toEqual([['unsent'], [], []])
})

test('a mutation written where a query belongs is not sent either', { timeout: 120_000 }, async () => {
  seen = []
  const shop = { platform: 'graphql', params: { url: `${base()}/graphql`, auth: 'none' } }
  const options = { query: 'mutation { deleteAll { id } }', shape: 'list', connection_path: 'deleteAll' }
  const tenant = await world.bind(reading('mutates', 'graphql', 'orders', options), { shop })
  expect((await tenant.tryInstall()).flows.map(each => each.state)).toEqual(['unsent'])
  expect(seen).toEqual([])
})

test('a condition that calls a function of the database is not run', { timeout: 120_000 }, async () => {
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  await client.query(`create table item (id int primary key, name text); insert into item values (1, 'one'), (2, 'two');
    create function wipe() returns boolean language plpgsql as $$ begin delete from item; return true; end $$`)
  const tryWhere = async (name: string, where: string) => {
    const shop = { platform: 'postgresql', params: database.params }
    const tenant = await world.bind(reading(name, 'postgresql', 'public.item', { where }), { shop })
    return (await tenant.tryInstall()).flows.map(each => each.state)
  }
  expect(await tryWhere('plain', `id in (1, 2) and (lower(name) = 'one' or name is not null)`)).toEqual(['tried'])
  const unsent = [`wipe()`, `"wipe" ()`, `id = 1 or public.wipe ()`, `id = 1 and (select true from wipe())`]
  for (const [at, where] of unsent.entries())
    expect([where, await tryWhere(`wipes-${at}`, where)]).toEqual([where, ['unsent']])
  expect((await client.query('select id from item')).rowCount).toBe(2)
  await client.end()
})
