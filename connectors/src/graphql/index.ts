import type { Connection, Connector } from '@sluice/connector-kit'
import { createHttpConnector, type HttpAuth, type HttpSettings } from '@sluice/connector-kit/http'
import {
  Failure,
  isAssetResource,
  type ParamValues,
  parseJson,
  type Resource,
  SourceConfig,
  toFailure,
  type Value,
} from '@sluice/contract'
import { checkService } from './check-service.ts'
import { manifest } from './manifest.ts'
import { planRead, planWrite, SCHEMA } from './plans.ts'
import { missing, Schema, untold } from './schema.ts'
import { sentences as pt } from './sentences.pt.ts'
import { sentences as tw } from './sentences.tw.ts'
import { sentences as zh } from './sentences.zh.ts'

/** One GraphQL endpoint; a resource is a field of its queries or mutations. */
const graphql: Connector = {
  ...connectorAt('/'),
  open: async (params, context) => {
    const url = new URL(String(params['url']))
    return withSchema(await connectorAt(`${url.pathname}${url.search}`).open(params, context))
  },
}
export default graphql

function connectorAt(path: string): Connector {
  return createHttpConnector({
    manifest,
    sentences: { zh, tw, pt },
    connect: readSettings,
    endpoints: [],
    resolve: (resource, options, role) => ({
      id: resource,
      label: resource,
      key: [],
      ...(role === 'source'
        ? { read: planRead(path, resource, options) }
        : { write: planWrite(path, resource, options) }),
    }),
    // Nothing but the word itself makes a document change anything; comments and texts only add to it.
    mayChange: ({ options }) => /mutation/.test(String(options['query'] ?? '')),
    probe: () => ({ ask: (client, signal) => checkService(client, path, signal) }),
  })
}

function readSettings(params: ParamValues): HttpSettings {
  return {
    baseUrl: new URL(String(params['url'])).origin,
    headers: {},
    auth: readAuth(params),
    skipTlsVerify: params['skip_tls_verify'] === true,
    minIntervalMs: Number(params['min_interval_ms'] ?? 0),
  }
}

function readAuth(params: ParamValues): HttpAuth {
  const token = String(params['token'] ?? '')
  switch (params['auth']) {
    case 'bearer':
      return { kind: 'bearer', token }
    case 'header':
      return { kind: 'apiKey', place: 'header', name: String(params['header_name']), value: token }
    case 'basic':
      return { kind: 'basic', username: String(params['username']), password: token }
    default:
      return { kind: 'none' }
  }
}

/** Discovery, and what is left empty of a query or mutation, from the schema that the service tells. */
function withSchema(connection: Connection): Connection {
  let asking: Promise<Schema> | null = null
  const ask = (): Promise<Schema> => {
    asking ??= readSchema(connection)
    return asking
  }
  /** Interfaces that a tenant has written down have all that they need. */
  const isMade = (resource: string, written: ParamValues[string] | undefined): boolean =>
    !isAssetResource(resource) && String(written ?? '').trim() === ''
  const fillRead = async (resource: string, options: ParamValues): Promise<ParamValues> => {
    if (!isMade(resource, options['query'])) return options
    const schema = await ask().catch((error: unknown) => Promise.reject(asUntold('query', error)))
    const found = schema.listReadable().find(each => each.name === resource)
    if (!found) throw missing(resource, 'read')
    return { ...options, query: found.query, shape: found.shape, connection_path: found.name }
  }
  const fillWrite = async (resource: string, options: ParamValues): Promise<ParamValues> => {
    if (!isMade(resource, options['mutation'])) return options
    const schema = await ask().catch((error: unknown) => Promise.reject(asUntold('mutation', error)))
    const found = schema.listWritable().find(each => each.name === resource)
    if (!found) throw missing(resource, 'written')
    const { mutation, variable, errorsPath, keyPath } = found
    return { ...options, mutation, input_variable: variable, errors_path: errorsPath, key_path: keyPath }
  }
  return {
    ...connection,
    discover: async () => [...(await connection.discover()), ...(await ask().then(listResources, refusedSchema))],
    describe: async (id, options, role = 'source') =>
      connection.describe(id, role === 'source' ? await fillRead(id, options) : await fillWrite(id, options), role),
    openSource: async config =>
      connection.openSource!({ ...config, options: await fillRead(config.resource, config.options) }), // the base is a source
    openTarget: async config =>
      connection.openTarget!({ ...config, options: await fillWrite(config.resource, config.options) }), // and a target
  }
}

/** Many services keep their schema to themselves; then there is nothing to list. */
function refusedSchema(error: unknown): Resource[] {
  if (error instanceof Failure && error.code === 'http.refused') return []
  throw error
}

const asUntold = (field: 'query' | 'mutation', error: unknown): Failure => {
  const failure = toFailure(error)
  return failure.code === 'http.refused' ? untold(field, error) : failure
}

function listResources(schema: Schema): Resource[] {
  const make = (name: string, direction: 'source' | 'target'): Resource => ({
    id: name,
    label: name,
    kind: 'endpoint',
    direction,
    fields: [],
    key: [],
  })
  return [
    ...schema.listReadable().map(({ name }) => make(name, 'source')),
    ...schema.listWritable().map(({ name }) => make(name, 'target')),
  ]
}

const ANY_ID = '00000000-0000-7000-8000-000000000000'

async function readSchema(connection: Connection): Promise<Schema> {
  const config = SourceConfig.parse({ connector_id: ANY_ID, resource: SCHEMA, key: ['name'] })
  const source = await connection.openSource!(config) // the base is a source
  const signal = AbortSignal.timeout(60_000)
  for await (const { raw } of source.read({ cursor: null, window: null, pageSize: 1, signal }))
    return new Schema(schemaOf(raw))
  return new Schema(null)
}

function schemaOf(raw: Uint8Array | undefined): Value {
  const answer = parseJson(Buffer.from(raw ?? []).toString('utf8')) as { data: { __schema: Value } } // the source has found its types
  return answer.data.__schema
}
