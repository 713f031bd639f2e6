import { parseParams, type SourcePage } from '@sluice/connector-kit'
import { createTestContext, makeRecords, testConnector } from '@sluice/connector-kit/conformance'
import { type Data, type ParamValues, SourceConfig, TargetConfig, toFailure, toText } from '@sluice/contract'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import graphql from './index.ts'
import { type GraphQlService, startGraphQl } from './testing.ts'

const CONNECTOR_ID = '01900000-0000-7000-8000-000000000009'
const TOKEN = 'canary-token-77aa'
let service: GraphQlService

let next = 0
function use(records: readonly Data[]): string {
  const name = `c${(next++ % 12) + 1}`
  service.tables.set(name, [...records])
  return name
}

testConnector({
  connector: graphql,
  prepare: async () => {
    service = await startGraphQl(TOKEN)
    return { params: { url: service.url, auth: 'bearer', token: TOKEN }, dispose: () => service.close() }
  },
  wrong: [
    { title: 'the port', change: { url: 'http://127.0.0.1:1/graphql' }, step: 'network' },
    { title: 'the address', change: { url: 'http://169.254.169.254/graphql' }, step: 'network' },
    { title: 'the token', change: { token: 'wrong-canary-88' }, step: 'auth' },
  ],
  source: {
    put: async records => ({ resource: use(records) }),
    countRequests: () => service.bodies.length,
    slow: async () => {
      const resource = use([{ id: 1 }])
      service.faults.slow = resource
      return { resource, options: { query: `query($first: Int!) { ${resource}(first: $first) { nodes { id } } }` } }
    },
    knowsKey: false,
    guessesTypes: true,
  },
  target: {
    prepare: async () => ({ resource: `save_${use([])}`, options: { idempotency_field: 'key' } }),
    readBack: async place => service.tables.get(place.resource.slice('save_'.length)) ?? [],
    spoil: record => ({ ...record, name: 'bad' }),
  },
})

const signal = new AbortController().signal

async function read(resource: string, options: ParamValues = {}, window: { from: string; to: string } | null = null) {
  const context = createTestContext({ sleep: async () => undefined })
  const connection = await graphql.open(
    parseParams(graphql.manifest.params, { url: service.url, auth: 'bearer', token: TOKEN }),
    context,
  )
  try {
    const source = await connection.openSource!(
      SourceConfig.parse({ connector_id: CONNECTOR_ID, resource, options, key: ['id'] }),
    )
    const pages: SourcePage[] = []
    const request = { cursor: null, window: window && { field: 'updated_at', ...window }, pageSize: 10, signal }
    for await (const page of source.read(request)) pages.push(page)
    return pages.flatMap(page => page.records.map(record => record.data))
  } finally {
    await context.dispose()
  }
}

async function write(resource: string, records: readonly Data[], options: ParamValues = {}) {
  const context = createTestContext({ sleep: async () => undefined })
  const connection = await graphql.open(
    parseParams(graphql.manifest.params, { url: service.url, auth: 'bearer', token: TOKEN }),
    context,
  )
  try {
    const target = await connection.openTarget!(
      TargetConfig.parse({ connector_id: CONNECTOR_ID, resource, options, key: ['id'] }),
    )
    const batch = records.map((data, at) => ({ data, idempotencyKey: `k${at}` }))
    return { guarantee: target.guarantee, outcomes: await target.write(batch, signal) }
  } finally {
    await context.dispose()
  }
}

describe('a service of GraphQL', () => {
  beforeEach(async () => {
    service = await startGraphQl(TOKEN)
  })
  afterEach(() => service.close())

  test('queries are made from the schema for nodes, for edges alone and for plain lists', async () => {
    service.tables.set('c1', makeRecords(23))
    for (const resource of ['c1', 'e_c1', 'l_c1']) {
      const records = await read(resource)
      expect(
        records.map(record => record?.['id']),
        resource,
      ).toEqual(makeRecords(23).map(record => record['id']))
    }
    const made = service.bodies.map(body => toText(body['query'])).filter(query => query.includes('c1('))
    expect(made[0]).toBe(
      'query($first: Int!, $after: String) { c1(first: $first, after: $after) { pageInfo { hasNextPage endCursor } nodes { id name note big amount ratio day content updated_at } } }',
    )
    expect(made.at(-1)).toContain(
      'e_c1(first: $first, after: $after) { pageInfo { hasNextPage endCursor } edges { node {',
    )
  })

  test('a query of one’s own has variables, a window and a path', async () => {
    service.tables.set('c2', makeRecords(23))
    const query =
      'query($first: Int!, $after: String, $from: String, $to: String) { c2(first: $first, after: $after, from: $from, to: $to) { pageInfo { hasNextPage endCursor } nodes { id upper { x } } } }'
    const options = { query, variables: '{"from": "{{from}}", "to": "{{to}}"}', connection_path: 'c2' }
    const window = { from: '2024-01-01T00:00:03.000000Z', to: '2024-01-01T00:00:07.999999Z' }
    expect((await read('orders', options, window)).map(record => record?.['id'])).toEqual([3, 4, 5, 6, 7])
    await expect(read('c2', { ...options, variables: '[' })).rejects.toMatchObject({ field: 'variables' })
    // What names no bounds would read everything and look like an increment.
    await expect(read('c2', {}, window)).rejects.toMatchObject({ code: 'params.invalid' })
  })

  test('errors beside data end a read: throttling heals, a missing right does not, and half a page is none', async () => {
    service.tables.set('c1', makeRecords(3))
    const options = {
      query: 'query($first: Int!) { c1(first: $first) { pageInfo { hasNextPage endCursor } nodes { id } } }',
    }
    const fail = (error: Data) => {
      service.faults.error = error
      return read('c1', options).then(records => records.length, toFailure)
    }
    expect(await fail({ message: 'slow down', extensions: { code: 'THROTTLED' } })).toBe(3)
    expect(await fail({ message: 'no', extensions: { code: 'FORBIDDEN' } })).toMatchObject({ code: 'connector.auth' })
    expect(await fail({ message: 'boom', path: ['c1', 'nodes', 0, 'name'] })).toMatchObject({ code: 'http.refused' })
  })

  test('a refusal in the result is the record’s own, with its field; an error instead of a result too', async () => {
    const { guarantee, outcomes } = await write('save_c1', [
      { id: 1 },
      { id: 2, name: 'bad' },
      { id: 3, name: 'broken' },
    ])
    expect(guarantee).toBe('none')
    expect(outcomes.map(each => each.kind)).toEqual(['written', 'failed', 'failed'])
    expect(outcomes[0]).toMatchObject({ targetKey: '1' })
    expect(outcomes[1]).toMatchObject({ failure: { message: 'bad is no name' } })
    expect(outcomes[2]).toMatchObject({ failure: { message: 'the database is away' } })
  })

  test('an error in a part of the answer comes after the effect: the record is written, and is not sent again', async () => {
    service.faults.breaksResult = true
    const mutation = 'mutation($input: RowInput!) { save_c1(input: $input) { row { id } userErrors { message } } }'
    const { outcomes } = await write('save_c1', [{ id: 1 }], { mutation })
    expect(outcomes[0]?.kind).toBe('written')
    expect(service.bodies).toHaveLength(1)
  })

  test('a service that hides its schema lists nothing, and says what is to be written by hand', async () => {
    service.faults.hidesSchema = true
    const context = createTestContext()
    const connection = await graphql.open(
      parseParams(graphql.manifest.params, { url: service.url, auth: 'bearer', token: TOKEN }),
      context,
    )
    expect(await connection.discover()).toEqual([])
    await context.dispose()
    await expect(read('c1')).rejects.toMatchObject({ code: 'params.invalid', field: 'query' })
    await expect(write('save_c1', [{ id: 1 }])).rejects.toMatchObject({ code: 'params.invalid', field: 'mutation' })
  })

  test('fields that need more than a page, and mutations that take more than a record, are not offered', async () => {
    const context = createTestContext()
    const connection = await graphql.open(
      parseParams(graphql.manifest.params, { url: service.url, auth: 'bearer', token: TOKEN }),
      context,
    )
    const found = await connection.discover()
    expect(
      found
        .filter(each => /^(c1|e_c1|l_c1|one|save_c1|purge)$/.test(each.id))
        .map(each => `${each.direction} ${each.id}`),
    ).toEqual(['source c1', 'source e_c1', 'source l_c1', 'target save_c1'])
    await context.dispose()
  })
})
