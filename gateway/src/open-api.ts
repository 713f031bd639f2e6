import { type AssetParam, listParams } from './asset-params.ts'
import { exampleOf, type Shape } from './example-of.ts'
import { filtersOf } from './find-breaks.ts'
import type { ApplicationRow, AssetRow, ScopeRow, VersionRow } from './setting-rows.ts'
import { isAlive, pathOfVersion } from './versions.ts'

const json = (schema: object, example?: unknown) => ({
  content: { 'application/json': { schema, ...(example !== undefined && { example }) } },
})
const text = { type: 'string' }
const whole = { type: 'integer' }
const orNull = { type: ['string', 'null'] }

const errors = {
  '400': 'What was sent is wrong; `content` says where.',
  '401': 'The caller is not known, or the token has ended.',
  '403': 'The caller may not do this.',
  '404': 'There is no such thing.',
  '410': 'This version has ended.',
  '429': 'A limit is used up; `Retry-After` says for how long.',
  '503': 'The service cannot answer now.',
}

const answer = (content: object) => ({
  responses: {
    '200': {
      description: 'Done',
      ...json(
        {
          type: 'object',
          required: ['success', 'code', 'message', 'content'],
          properties: { success: { const: true }, code: { const: 0 }, message: text, content },
        },
        { success: true, code: 0, message: 'ok', content: exampleOf(content) },
      ),
    },
    ...Object.fromEntries(
      Object.entries(errors).map(([status, description]) => [
        status,
        { description, ...json({ $ref: '#/components/schemas/Error' }) },
      ]),
    ),
  },
})

/** Fields of records have no type of their own here: what a strategy reads is what its source answers. */
const recordOf = ({ fields, masks }: ScopeRow) => ({
  type: 'object',
  properties: {
    ...{ id: text, key: text, number: orNull, status: whole, created_at: text, updated_at: text },
    content: {
      type: 'object',
      properties: Object.fromEntries(
        fields.map(field => [field, Object.hasOwn(masks, field) ? { type: ['string', 'null'] } : {}]),
      ),
    },
  },
})

const pageOf = (record: object) => ({
  type: 'object',
  properties: { items: { type: 'array', items: record }, next_cursor: orNull },
})

function queryBody(scope: ScopeRow) {
  const filters = filtersOf(scope).map(field => [`CONTENT_${field}`, text])
  const moment = { type: 'string', format: 'date-time' }
  return {
    requestBody: json(
      {
        type: 'object',
        additionalProperties: false,
        properties: {
          pageSize: { type: 'integer', minimum: 1, maximum: 100 },
          ...{ cursor: orNull, begin_at: moment, end_at: moment },
          ...Object.fromEntries(filters),
        },
      },
      { pageSize: 50 },
    ),
  }
}

const storeBody = ({ key_fields: key }: ScopeRow) => ({
  parameters: [{ name: 'Idempotency-Key', in: 'header', schema: { type: 'string', maxLength: 200 } }],
  requestBody: {
    required: true,
    ...json(
      {
        type: 'object',
        required: ['content'],
        properties: {
          content: { type: 'array', minItems: 1, maxItems: 1000, items: { type: 'object', required: key } },
          dry_run: {
            type: 'boolean',
            description:
              'Tells what would become of each record; nothing happens. `filter: untried`: the strategy has a filter of its own, by which a run may leave out what is staged.',
          },
        },
      },
      { content: [Object.fromEntries(key.map(field => [field, '1']))] },
    ),
  },
})

const inPath = (name: string, example: string) => ({
  parameters: [{ name, in: 'path', required: true, schema: text, example }],
})
const RECEIPT = '01900000-0000-7000-8000-000000000000'

/** Which version it is, and how long it answers; of the only one without an end nothing. */
const lifeOf = ({ version, deprecated_at: deprecated, sunset_at: sunset }: VersionRow) => ({
  ...(version > 1 && { 'x-version': version }),
  ...((deprecated !== null || sunset !== null) && { deprecated: true }),
  ...(deprecated !== null && { 'x-deprecated-at': deprecated }),
  ...(sunset !== null && { 'x-sunset-at': sunset }),
})

/** The operations of one published strategy that the application may call. */
function listPaths(scope: ScopeRow): [string, object][] {
  const base = `/v2/open-api/business/${scope.strategy_id}${pathOfVersion(scope.version)}`
  const may = (right: string): boolean => scope.operations.includes(right)
  const record = recordOf(scope)
  const paths: [string, object][] = []
  const add = (path: string, method: 'get' | 'post', summary: string, operation: object) =>
    paths.push([
      `${base}/${path}`,
      { [method]: { summary, tags: [scope.strategy_name], ...lifeOf(scope), ...operation } },
    ])
  if (may('query')) add('query', 'post', 'A page of records', { ...queryBody(scope), ...answer(pageOf(record)) })
  if (may('link'))
    add('data-link', 'post', 'Records with what both sides did', { ...queryBody(scope), ...answer(pageOf(record)) })
  if (may('find')) add('find-one/{id}', 'get', 'One record', { ...inPath('id', '1'), ...answer(record) })
  if (may('store')) {
    add('store', 'post', 'Send records', { ...storeBody(scope), ...answer({ type: 'object' }) })
    add('receipt/{id}', 'get', 'What became of a record that was sent', {
      ...inPath('id', RECEIPT),
      ...answer({ type: 'object' }),
    })
  }
  if (may('dispatch'))
    for (const side of ['source', 'target'])
      add(`dispatch-${side}`, 'get', `Start a run of the ${side}`, answer({ type: 'object' }))
  return paths
}

const lookupOf = (id: string): [string, object] => [
  `/v2/open-api/map/${id}/lookup`,
  {
    post: {
      summary: 'Values of one side of a map, each with the other',
      requestBody: {
        required: true,
        ...json(
          {
            type: 'object',
            required: ['values'],
            properties: {
              direction: { enum: ['forward', 'reverse'] },
              values: { type: 'array', minItems: 1, maxItems: 100, items: text },
            },
          },
          { direction: 'forward', values: ['A1'] },
        ),
      },
      ...answer({ type: 'array', items: { type: 'object' } }),
    },
  },
]

const schemas: Readonly<Record<string, Shape>> = {
  int: whole,
  timestamp: whole,
  float: { type: 'number' },
  bool: { type: 'boolean' },
  date: { type: 'string', format: 'date' },
  datetime: { type: 'string', format: 'date-time' },
  instant: { type: 'string', format: 'date-time' },
}

const schemaOf = ({ type, describe }: AssetParam): Shape & { readonly description?: string } => ({
  ...(schemas[type] ?? text),
  ...(describe !== '' && { description: describe }),
})

function assetOf(asset: AssetRow): [string, object] {
  const params = listParams(asset)
  const required = params.filter(param => param.isRequired).map(param => param.name)
  const parameters = {
    type: 'object',
    additionalProperties: false,
    ...(required.length > 0 && { required }),
    properties: Object.fromEntries(params.map(param => [param.name, schemaOf(param)])),
  }
  const item = { type: 'object', properties: Object.fromEntries(asset.fields.map(field => [field, {}])) }
  const body = {
    type: 'object',
    additionalProperties: false,
    ...(required.length > 0 && { required: ['parameters'] }),
    properties: { parameters, limit: { type: 'integer', minimum: 1, maximum: 100 } },
  }
  const example = Object.fromEntries(
    params.filter(param => param.isRequired).map(param => [param.name, exampleOf(schemaOf(param))]),
  )
  return [
    `/v2/open-api/asset/${asset.asset_id}${pathOfVersion(asset.version)}/call`,
    {
      post: {
        summary: asset.name,
        ...lifeOf(asset),
        requestBody: { required: true, ...json(body, { parameters: example, limit: 50 }) },
        ...answer({ type: 'object', properties: { items: { type: 'array', items: item } } }),
      },
    },
  ]
}

const certificateSchemes = {
  certificate: { type: 'mutualTLS', description: 'A client certificate of the application, at every call.' },
  key: { type: 'apiKey', in: 'header', name: 'x-app-key' },
}

/** Each entry is enough, whole. */
function securityOf({ certificates, certificate_use: use }: ApplicationRow): Record<string, []>[] {
  if (certificates.length === 0) return [{ token: [] }]
  const beside = { token: [], certificate: [] } satisfies Record<string, []>
  return use === 'alone' ? [{ key: [], certificate: [] }, beside] : [beside]
}

/** What the application may call, as OpenAPI 3.1; of a gateway at that origin, where it is known. */
export const describeApis = (application: ApplicationRow, nowMs: number, origin?: string) => ({
  openapi: '3.1.0',
  info: { title: application.name, version: '2' },
  ...(origin !== undefined && { servers: [{ url: origin }] }),
  security: securityOf(application),
  paths: {
    ...Object.fromEntries(application.scopes.filter(each => isAlive(each, nowMs)).flatMap(listPaths)),
    ...Object.fromEntries(application.map_ids.map(lookupOf)),
    ...Object.fromEntries(application.assets.filter(each => isAlive(each, nowMs)).map(assetOf)),
    '/v2/limits': { get: { summary: 'What is used and left of the limits', ...answer({ type: 'object' }) } },
  },
  components: {
    securitySchemes: {
      token: { type: 'http', scheme: 'bearer', description: 'From POST /v2/oauth, for two hours.' },
      ...(application.certificates.length > 0 && certificateSchemes),
    },
    schemas: {
      Error: {
        type: 'object',
        properties: { success: { const: false }, code: whole, message: text, content: { type: 'array' } },
      },
    },
  },
})

export const writeOpenApi = (application: ApplicationRow, nowMs: number): string =>
  JSON.stringify(describeApis(application, nowMs))
