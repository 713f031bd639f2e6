import { checkAsset } from '@sluice/contract'
import { describe, expect, test } from 'vitest'
import { parseText } from './parse-text.ts'

const openapi = `
openapi: 3.0.3
info: { title: Shop }
servers: [{ url: https://api.shop.test/v1 }]
paths:
  /orders:
    get:
      tags: [订单]
      summary: 查询订单
      parameters:
        - { name: page, in: query, schema: { type: integer, default: 1 } }
        - { name: page_size, in: query, schema: { type: integer } }
        - { name: Authorization, in: header, schema: { type: string } }
        - { name: session, in: cookie, schema: { type: string } }
      responses:
        '200':
          content:
            application/json:
              schema:
                type: object
                properties:
                  total: { type: integer }
                  data:
                    type: object
                    properties:
                      list: { type: array, items: { $ref: '#/components/schemas/Order' } }
    post:
      operationId: saveOrder
      requestBody: { content: { application/json: { schema: { $ref: '#/components/schemas/Order' } } } }
      responses: {}
components:
  schemas:
    Base: { type: object, required: [id], properties: { id: { type: integer, format: int64 } } }
    Order:
      allOf:
        - $ref: '#/components/schemas/Base'
        - properties:
            updated_at: { type: string, format: date-time }
            amount: { type: number, title: 金额 }
            lines: { type: array, items: { type: object, properties: { sku: { type: string }, parent: { $ref: '#/components/schemas/Order' } } } }
`

describe('OpenAPI', () => {
  const found = parseText(openapi, 'auto')
  test('gives every operation with parameters, list, fields, paging and key', () => {
    expect(found).toMatchObject({
      kind: 'openapi',
      title: 'Shop · https://api.shop.test/v1',
      base: { origin: 'https://api.shop.test', path: '/v1' },
      sign_ins: [],
      skipped: [],
    })
    const [read, write] = found.items
    expect(read).toMatchObject({ group: '订单', warnings: ['session: cookie'] })
    expect(read?.doc).toMatchObject({
      name: '查询订单',
      type: 'QUERY',
      api: '/v1/orders',
      listPath: 'data.list',
      id: ['id'],
      increment: ['updated_at'],
      pagination: { mode: 'page', pageField: 'page', sizeField: 'page_size', totalPath: 'total' },
    })
    expect(read?.doc.request.map(field => [field.field, field.place])).toEqual([
      ['page', 'query'],
      ['page_size', 'query'],
    ])
    expect(write?.doc).toMatchObject({ name: 'saveOrder', type: 'EXECUTE', method: 'POST' })
    expect(write?.doc.request.map(({ field, type, label }) => [field, type, label])).toEqual([
      ['id', 'int', undefined],
      ['updated_at', 'instant', undefined],
      ['amount', 'float', '金额'],
      ['lines', 'array', undefined],
    ])
    for (const { doc } of found.items) expect(checkAsset(doc)).toEqual([])
  })

  test('a schema that contains itself comes to an end', () => {
    expect(JSON.stringify(found.items[1]?.doc).length).toBeLessThan(20_000)
  })

  test('Swagger 2 has its body among the parameters', () => {
    const old = {
      swagger: '2.0',
      paths: {
        '/pet/{petId}': {
          put: {
            parameters: [
              { name: 'petId', in: 'path', required: true, type: 'integer' },
              { name: 'body', in: 'body', schema: { type: 'object', properties: { name: { type: 'string' } } } },
            ],
          },
        },
      },
    }
    const [item] = parseText(JSON.stringify(old), 'auto').items
    expect(item?.doc).toMatchObject({ method: 'PUT', api: '/pet/{petId}', type: 'EXECUTE' })
    expect(item?.doc.request.map(field => field.field)).toEqual(['petId', 'name'])
  })

  test.each<[string, object, { origin: string; path: string }]>([
    ['no server', {}, { origin: '', path: '' }],
    ['a whole address', { servers: [{ url: 'https://a.test/' }] }, { origin: 'https://a.test', path: '' }],
    ['a path alone', { servers: [{ url: '/api/v3' }] }, { origin: '', path: '/api/v3' }],
    ['no scheme', { servers: [{ url: '//a.test/v1/' }] }, { origin: 'https://a.test', path: '/v1' }],
    [
      'variables with values',
      {
        servers: [
          {
            url: 'https://{area}.a.test/{version}',
            variables: { area: { default: 'eu' }, version: { default: 'v2' } },
          },
        ],
      },
      { origin: 'https://eu.a.test', path: '/v2' },
    ],
    ['variables without', { servers: [{ url: 'https://{area}.a.test/{version}' }] }, { origin: '', path: '' }],
    [
      'Swagger 2',
      { swagger: '2.0', host: 'a.test:8443', basePath: '/v2', schemes: ['http', 'https'] },
      { origin: 'https://a.test:8443', path: '/v2' },
    ],
    [
      'Swagger 2 without TLS',
      { swagger: '2.0', host: 'a.test', basePath: '/', schemes: ['http'] },
      { origin: 'http://a.test', path: '' },
    ],
  ])('%s: the path of the server comes before that of the interface', (_, root, base) => {
    const found = parseText(JSON.stringify({ openapi: '3.0.0', paths: { '/pets': { get: {} } }, ...root }), 'openapi')
    expect(found.base).toEqual(base)
    expect(found.items[0]?.doc).toMatchObject({ name: 'GET /pets', api: `${base.path}/pets` })
  })

  test('an operation on a server of its own has its path, and tells its host', () => {
    const servers = [{ url: 'https://files.test/up' }]
    const root = { openapi: '3.1.0', servers: [{ url: 'https://a.test/v1' }], paths: { '/x': { get: { servers } } } }
    const [item] = parseText(JSON.stringify(root), 'auto').items
    expect(item).toMatchObject({ doc: { api: '/up/x' }, warnings: ['https://files.test'] })
  })
})

describe('ways to sign in', () => {
  const read = (root: object) =>
    parseText(JSON.stringify({ paths: { '/x': { get: {} } }, ...root }), 'openapi').sign_ins

  test('of OpenAPI 3 become parameters of a connector; what is asked for everywhere comes first', () => {
    const securitySchemes = {
      cookie: { type: 'apiKey', in: 'cookie', name: 'sid' },
      login: { type: 'http', scheme: 'Basic' },
      token: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
      machine: {
        type: 'oauth2',
        flows: {
          clientCredentials: { tokenUrl: '/oauth/token', scopes: { read: '', write: '' } },
          authorizationCode: {
            authorizationUrl: 'https://id.test/authorize',
            tokenUrl: 'https://id.test/token',
            refreshUrl: 'https://id.test/refresh',
            scopes: { read: '' },
          },
          implicit: { authorizationUrl: 'https://id.test/authorize', scopes: {} },
        },
      },
      key: { type: 'apiKey', in: 'header', name: 'X-Token', description: 'Of the account page' },
    }
    const security = [{ key: [] }]
    const root = {
      openapi: '3.0.0',
      servers: [{ url: 'https://a.test/v1' }],
      security,
      components: { securitySchemes },
    }
    expect(read(root)).toEqual([
      {
        name: 'key',
        describe: 'Of the account page',
        params: { auth: 'apiKey', api_key_place: 'header', api_key_name: 'X-Token' },
      },
      { name: 'cookie', describe: '', params: null },
      { name: 'login', describe: '', params: { auth: 'basic' } },
      { name: 'token', describe: '', params: { auth: 'bearer' } },
      {
        name: 'machine',
        describe: '',
        params: { auth: 'oauth2', token_url: 'https://a.test/oauth/token', scope: 'read write' },
      },
      {
        name: 'machine',
        describe: '',
        params: {
          auth: 'oauth2Code',
          authorization_url: 'https://id.test/authorize',
          refresh_url: 'https://id.test/refresh',
          token_url: 'https://id.test/token',
          scope: 'read',
        },
      },
      { name: 'machine', describe: '', params: null },
    ])
  })

  test('of Swagger 2 too; only scopes that are asked for, where they are told', () => {
    const root = {
      swagger: '2.0',
      securityDefinitions: {
        key: { type: 'apiKey', in: 'query', name: 'app_key' },
        login: { type: 'basic' },
        app: { type: 'oauth2', flow: 'application', tokenUrl: '/token', scopes: { a: '', b: '' } },
        code: {
          type: 'oauth2',
          flow: 'accessCode',
          authorizationUrl: 'https://id.test/a',
          tokenUrl: 'https://id.test/t',
        },
      },
      security: [{ app: ['b'] }],
    }
    expect(read(root).map(each => each.params)).toEqual([
      { auth: 'oauth2', token_url: '/token', scope: 'b' },
      { auth: 'apiKey', api_key_place: 'query', api_key_name: 'app_key' },
      { auth: 'basic' },
      { auth: 'oauth2Code', authorization_url: 'https://id.test/a', token_url: 'https://id.test/t' },
    ])
  })

  test('two keys that are asked for together are one way; alone they are offered where they suffice', () => {
    const securitySchemes = {
      app: { type: 'apiKey', in: 'header', name: 'X-App-Key', description: 'Of the app' },
      token: { type: 'apiKey', in: 'query', name: 'access_token' },
      login: { type: 'http', scheme: 'basic' },
      cookie: { type: 'apiKey', in: 'cookie', name: 'sid' },
    }
    const both = {
      name: 'app + token',
      describe: 'Of the app',
      params: {
        auth: 'apiKeys',
        api_key_place: 'header',
        api_key_name: 'X-App-Key',
        second_key_place: 'query',
        second_key_name: 'access_token',
      },
    }
    const names = (security: object[], own: object[] = []) =>
      read({
        openapi: '3.0.0',
        security,
        components: { securitySchemes },
        paths: { '/x': { get: { security: own } } },
      }).map(each => each.name)
    const together = { token: [], app: [] }
    expect(read({ openapi: '3.0.0', security: [together], components: { securitySchemes } })[0]).toEqual(both)
    expect(names([together])).toEqual(['app + token', 'login', 'cookie'])
    expect(names([], [together])).toEqual(['app + token', 'login', 'cookie'])
    expect(names([together], [{ app: [] }])).toEqual(['app + token', 'app', 'login', 'cookie'])
    // Other ways together are none of ours.
    expect(names([{ app: [], login: [] }])).toEqual(['app', 'login', 'token', 'cookie'])
    expect(names([{ app: [], cookie: [] }])).toEqual(['app', 'cookie', 'token', 'login'])
  })

  test.each([3, 4])('%i keys that are asked for together are one way', count => {
    const names = ['app', 'shop', 'tenant', 'user'].slice(0, count)
    const securitySchemes = Object.fromEntries(
      names.map((name, at) => [name, { type: 'apiKey', in: at === 1 ? 'query' : 'header', name: `X-${name}` }]),
    )
    const security = [Object.fromEntries(names.map(name => [name, []]))]
    const [way, ...more] = read({ openapi: '3.0.0', security, components: { securitySchemes } })
    expect(more).toEqual([])
    expect(way?.params).toMatchObject({
      auth: `apiKeys${count}`,
      api_key_name: 'X-app',
      second_key_place: 'query',
      third_key_place: 'header',
      third_key_name: 'X-tenant',
      ...(count === 4 && { fourth_key_name: 'X-user' }),
    })
  })
})

test('references that unfold without end are refused after so many schemas, not after minutes', () => {
  const names = 'ABCDEFGH'.split('')
  const schemas = Object.fromEntries(
    names.map((name, at) => [
      name,
      {
        type: 'object',
        properties: Object.fromEntries(
          names.map(field => [field, { $ref: `#/components/schemas/${names[(at + 1) % names.length]}` }]),
        ),
      },
    ]),
  )
  const content = { 'application/json': { schema: { $ref: '#/components/schemas/A' } } }
  const paths = { '/a': { post: { requestBody: { content }, responses: { 200: { description: '', content } } } } }
  const text = JSON.stringify({ openapi: '3.0.0', paths, components: { schemas } })
  expect(text.length).toBeLessThan(5000)
  expect(() => parseText(text, 'auto')).toThrow(expect.objectContaining({ code: 'tooLarge.importSchemas' }))
})
