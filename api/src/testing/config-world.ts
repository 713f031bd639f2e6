import type { LightMyRequestResponse } from 'fastify'
import { docOf, templateOf } from './asset-objects.ts'
import { CANARY, connectorBody } from './objects.ts'
import type { TestServer } from './start-test-server.ts'

interface ConfigFile {
  readonly path: string
  readonly text: string
}
type Call = (method: string, path: string, body?: unknown, token?: string) => Promise<LightMyRequestResponse>

/** Calls below the tenant's path, in English. */
export const caller =
  (server: TestServer, token: string): Call =>
  (method, path, body, as = token) =>
    server.call(method, `/api/dh/lessee${path}`, { token: as, body, headers: { 'accept-language': 'en' } })

/** Makes something and answers with it. */
export const maker =
  (call: Call) =>
  async <T extends { id: string }>(path: string, body: object): Promise<T> => {
    const answer = await call('POST', path, body)
    if (answer.statusCode !== 200) throw new Error(answer.body)
    return answer.json<{ content: T }>().content
  }

/** One of everything, each naming others. */
export async function fillTenant(call: Call): Promise<void> {
  const make = maker(call)
  const platform = await make('/platform', templateOf({ code: 'acme', name: 'Acme' }))
  const adapter = await make<{ id: string }>('/adapter', { platform_id: platform.id, doc: { name: 'Signed' } })
  await call('POST', `/adapter/${adapter.id}/publish`)
  const template = (await call('GET', `/platform/${platform.id}/template`)).json().content
  await call('PUT', `/platform/${platform.id}`, {
    ...template.template,
    adapter: adapter.id,
    version: template.version,
  })
  const stock = await make('/collection', { platform_id: platform.id, name: '库存' })
  const asset = await make<{ id: string; resource: string }>('/api-asset', {
    platform_id: platform.id,
    collection_id: stock.id,
    doc: docOf({ name: 'Orders', adapter: adapter.id }),
  })
  await call('POST', `/api-asset/${asset.id}/publish`)
  const shop = await make('/connector', {
    platform_id: platform.id,
    name: '店铺',
    params: { shop: 'north', password: CANARY },
  })
  const erp = await make('/connector', { ...connectorBody(), name: 'ERP' })
  const map = await make<{ id: string }>('/mapping', { name: 'Countries', b_platform_id: platform.id })
  const lines = [
    { a_value: 'DE', b_value: '德国', remark: 'no' },
    { a_value: 'CN', b_value: 'yes', enabled: false },
    { a_value: '007', b_value: ' x\ny ' },
  ]
  await call('POST', `/mapping/${map.id}/import`, { mode: 'append', lines })
  const config = {
    source: {
      connector_id: shop.id,
      resource: asset.resource,
      key: ['id'],
      increment: { field: 'at' },
      options: { adapter: adapter.id },
    },
    target: { connector_id: erp.id, resource: 'orders', mode: 'insert' },
    mapping: {
      copyAll: false,
      fields: [
        {
          target: 'country',
          value: { kind: 'template', template: '{{country}}' },
          lookup: { map_id: map.id, direction: 'forward' },
        },
        {
          target: 'lines',
          value: {
            kind: 'lines',
            source: 'items',
            fields: [
              {
                target: 'c',
                value: { kind: 'constant', value: '12345678901234567890' },
                lookup: { map_id: map.id, direction: 'reverse' },
              },
            ],
          },
        },
      ],
    },
  }
  const first = await make('/strategy', { name: 'Orders 订单', code: 'Z-ORDERS', group: 'shop', config })
  const schedule = { cron: '0 3 * * *', after: [first.id], preconditions: [{ strategy_id: first.id, kind: 'idle' }] }
  const find = { kind: 'find', strategy_id: first.id, field: '$target', where: [{ field: 'id', equals: '{{id}}' }] }
  const { mapping } = config
  const expression = `lookup("${map.id}", row.country) + find('${first.id}', "$target", row.id)`
  const said = { target: 'said', value: { kind: 'expression', expression } }
  const text = `_findCollection find $target from ${first.id} where id={{id}}`
  const asked = { target: 'asked', value: { kind: 'template', template: text } }
  const derived = [{ target: 'upstream', value: find }]
  const looking = { ...mapping, fields: [...mapping.fields, { target: 'order', value: find }, said, asked], derived }
  await make('/strategy', { name: 'Stock', code: 'A-STOCK', config: { ...config, mapping: looking, schedule } })
  await call('PUT', `/strategy-cursor/${first.id}`, { watermark: '2026-01-02', expected: null, reason: 'test' })
}

/** A value for every placeholder. */
export const secretsOf = (files: readonly ConfigFile[]): Record<string, string> =>
  Object.fromEntries(
    [
      ...files
        .map(file => file.text)
        .join('\n')
        .matchAll(/\$\{secret:(\w+)\}/g),
    ].map(([, name = '']) => [
      name,
      name.endsWith('HEADERS') ? JSON.stringify([{ name: 'x-key', value: CANARY }]) : CANARY,
    ]),
  )
/** One file with another text. */
export const edit = (files: readonly ConfigFile[], path: string, from: string | RegExp, to: string): ConfigFile[] =>
  files.map(file => (file.path === path ? { ...file, text: file.text.replace(from, to) } : file))
export const fileOf = (files: readonly ConfigFile[], path: string): string =>
  files.find(file => file.path === path)?.text ?? ''
