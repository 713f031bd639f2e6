import {
  type ApiAsset,
  type Catalogues,
  type Data,
  Failure,
  isAssetResource,
  isData,
  Param,
  type ParamValues,
  type Resource,
  type SourceConfig,
  toJson,
  type Value,
} from '@sluice/contract'
import type { AdapterInForce } from '../../asset-store.ts'
import type { Connection, Connector, ConnectorContext } from '../../connector.ts'
import type { ChatAnswer, ChatMessage } from '../../conversation.ts'
import type { GrantTerms } from '../../grant.ts'
import { type Manifest, parseParams } from '../../manifest.ts'
import { readAnswer } from './answer.ts'
import { applyAdapter } from './apply-adapter.ts'
import { adapterParam, assetValuesParam, describeAsset, toEndpoint } from './asset-endpoint.ts'
import { findAdapter, nameOwnParameters, withoutAdapter } from './find-adapter.ts'
import { readGrantClient } from './http-auth.ts'
import { HttpClient, resolveAddress } from './http-client.ts'
import type { AnswerTest, HttpEndpoint, HttpSettings } from './http-plan.ts'
import { createHttpSource, MORE_THERE, readPage, startRead } from './http-source.ts'
import { createHttpTarget } from './http-target.ts'
import { inferFields } from './infer-fields.ts'
import { inferPaging } from './infer-paging.ts'
import { lookAt } from './look.ts'
import { lookAtWrite } from './look-write.ts'
import { type Probe, testHttp } from './test-http.ts'
import { tryAsset } from './try-asset.ts'

export interface HttpConnectorSpec {
  readonly manifest: Manifest
  /** See `Connector`. */
  readonly sentences?: Catalogues
  /** The connection's parameters as settings. @throws Failure when they cannot work together */
  connect(params: ParamValues): HttpSettings
  /** Declared endpoints; they are what discovery lists. */
  readonly endpoints: readonly HttpEndpoint[]
  /** Endpoints made from what the user wrote. `role` says whose options they are. */
  resolve?(resource: string, options: ParamValues, role: 'source' | 'target'): HttpEndpoint
  /** Interfaces of the product that are written down as a tenant would do it. */
  readonly interfaces?: readonly { readonly resource: string; readonly asset: ApiAsset }[]
  /** What requests go through where nobody names another. */
  readonly adapter?: AdapterInForce
  /** What the connection test asks for, to see that the credentials are accepted. Null: the base URL. */
  probe(params: ParamValues): Probe | null
  /** See `Connector`. */
  readonly mayChange?: Connector['mayChange']
  /** See `Connection`. `ask` posts JSON to a path and gives the answer that passed the test. */
  converse?(params: ParamValues, messages: readonly ChatMessage[], ask: AskHttp): Promise<ChatAnswer>
}

export type AskHttp = (path: string, body: Data, test: AnswerTest) => Promise<Value>

/** A connector from declared or written endpoints, and from the API assets of its tenant. */
export function createHttpConnector(declared: HttpConnectorSpec): Connector {
  const spec = { ...declared, manifest: withAssetValues(declared.manifest) }
  return {
    manifest: spec.manifest,
    ...(spec.sentences ? { sentences: spec.sentences } : {}),
    open: async (params, context) => openConnection(spec, params, context),
    readGrant: params => readGrant(spec.connect(params)),
    ...(spec.mayChange ? { mayChange: spec.mayChange } : {}),
  }
}

function readGrant({ baseUrl, auth }: HttpSettings): GrantTerms | null {
  if (auth.kind !== 'granted') return null
  const resolve = (path: string): string => resolveAddress(baseUrl, path).href
  return {
    ...readGrantClient(auth, resolve),
    authorizationUrl: resolve(auth.authorizationUrl),
    scope: auth.scope ?? '',
  }
}

function withAssetValues(manifest: Manifest): Manifest {
  const own = [assetValuesParam, adapterParam].map(each => Param.parse(each))
  return {
    ...manifest,
    takesAssets: true,
    sourceParams: [...manifest.sourceParams, ...own],
    targetParams: [...manifest.targetParams, ...own],
  }
}

type Role = 'source' | 'target'
interface Found {
  readonly endpoint: HttpEndpoint
  readonly adapter: AdapterInForce | null
}
type Find = (resource: string, options: ParamValues, role: Role) => Promise<Found>

function createClients(spec: HttpConnectorSpec, params: ParamValues, context: ConnectorContext) {
  const settings = spec.connect(params)
  const client = new HttpClient(settings, context)
  /** All that a client of this connection has met. */
  const clients = [client]
  const own = nameOwnParameters(spec.manifest, params)
  const parameters = context.parameters ?? own
  /** An endpoint with an adapter, or asked more slowly than the connection allows, has a client of its own. */
  const clientFor: ClientFor = (adapter, { minIntervalMs = adapter?.doc.rate.intervalMs ?? 0 } = {}) => {
    const isSlower = minIntervalMs > (settings.minIntervalMs ?? 0)
    if (!adapter && !isSlower) return client
    const most = adapter?.doc.rate.maxConcurrent ?? 0
    const changed = { ...(isSlower ? { minIntervalMs } : {}), ...(most > 0 ? { maxConcurrent: most } : {}) }
    const made = new HttpClient(
      { ...settings, ...changed },
      context,
      adapter ? { adapter, parameters: adapter === spec.adapter ? own : parameters } : null,
    )
    clients.push(made)
    return made
  }
  return { client, clientFor, hide: (text: string) => clients.reduce((shown, each) => each.secrets.hide(shown), text) }
}

function openConnection(spec: HttpConnectorSpec, params: ParamValues, context: ConnectorContext): Connection {
  const { client, clientFor, hide } = createClients(spec, params, context)
  const find = createFind(spec, context)
  const note = (adapter: AdapterInForce | null): void => {
    if (!adapter) return
    const { doc, ...rest } = adapter
    context.notes?.adapter({ ...rest, kind: doc.kind })
  }
  return {
    test: async function* () {
      yield* testHttp(
        clientFor(await findAdapter(context, {}, undefined, spec.adapter ?? null)),
        spec.probe(params),
        spec.manifest.roles,
      )
    },
    discover: async () => [
      ...spec.endpoints.map(describeEndpoint),
      ...listAssets(spec, [...(spec.interfaces ?? []), ...((await context.assets?.list()) ?? [])]),
    ],
    describe: async (resource, options, role = 'source') => {
      const declared = spec.endpoints.find(each => each.id === resource)
      if (declared?.fields) return describeEndpoint(declared)
      const { endpoint: found, adapter } = await find(resource, options, role)
      // An address to write to is not read for a sample.
      if (role === 'target' || found.fields) return { ...describeEndpoint(found), ...noteJudge(spec, found, role) }
      return describeBySample(clientFor(adapter, found.read), found)
    },
    ...(spec.manifest.roles.includes('source')
      ? {
          openSource: async config => {
            const { endpoint, adapter } = await find(config.resource, config.options, 'source')
            const { read } = endpoint
            note(adapter)
            return createHttpSource(clientFor(adapter, read!), config.resource, read!) // find gives endpoints with a plan for the role
          },
          ...createLooks(spec, find, clientFor),
        }
      : {}),
    ...(spec.manifest.roles.includes('target')
      ? {
          openTarget: async config => {
            const { endpoint, adapter } = await find(config.resource, config.options, 'target')
            const { write } = endpoint
            note(adapter)
            return createHttpTarget(clientFor(adapter, write!).usedFor('write'), config.resource, write!) // as above
          },
          ...createTargetLook(spec, find, clientFor),
        }
      : {}),
    tryAsset: async (asset, input, signal) => {
      const adapter = input.adapter ?? (await findAdapter(context, input.options, asset, spec.adapter ?? null))
      return tryAsset(clientFor(adapter), asset, { ...input, ...(adapter ? { adapter } : {}) }, signal)
    },
    ...(spec.converse
      ? { converse: (messages, signal) => spec.converse!(params, messages, createAsk(client, signal)) } // checked above
      : {}),
    hide,
    close: async () => undefined,
  }
}

type ClientFor = (adapter: AdapterInForce | null, plan?: { readonly minIntervalMs?: number }) => HttpClient

/** For people who set up a source. */
function createLooks(
  spec: HttpConnectorSpec,
  find: Find,
  clientFor: ClientFor,
): Required<Pick<Connection, 'look' | 'inferPaging'>> {
  const open = async ({ resource, options }: SourceConfig) => {
    const { endpoint, adapter } = await find(resource, options, 'source')
    const plan = endpoint.read! // find gives endpoints with a plan for the role
    return { client: clientFor(adapter, plan), resource, plan }
  }
  return {
    look: async (config, limit, signal) => {
      // What is declared has no settings, and details come record by record.
      if (!isWritten(spec, config.resource)) return null
      return lookAt(await open(config), limit, signal)
    },
    inferPaging: async (config, signal) => inferPaging(await open(config), signal),
  }
}

/** For people who set up a target. */
const createTargetLook = (
  spec: HttpConnectorSpec,
  find: Find,
  clientFor: ClientFor,
): Required<Pick<Connection, 'lookAtTarget'>> => ({
  lookAtTarget: async ({ resource, options }, records, seen) => {
    if (!isWritten(spec, resource)) return null
    const { endpoint, adapter } = await find(resource, options, 'target')
    const plan = endpoint.write! // find gives endpoints with a plan for the role
    return lookAtWrite({ client: clientFor(adapter), resource, plan }, records, seen)
  },
})

/** Failures name the address and never the body: that is somebody's conversation. */
const createAsk =
  (client: HttpClient, signal: AbortSignal): AskHttp =>
  async (path, body, test) => {
    const url = client.resolveUrl(path)
    const headers = { 'content-type': 'application/json' }
    const answer = await client.send({ method: 'POST', url, headers, body: toJson(body) }, signal)
    const where = client.describe({ method: 'POST', url, headers: {}, body: null })
    return readAnswer(answer, test, { where, resource: url.pathname, secrets: client.secrets })
  }

function createFind(spec: HttpConnectorSpec, context: ConnectorContext): Find {
  return async (resource, options, role) => {
    const list = role === 'source' ? spec.manifest.sourceParams : spec.manifest.targetParams
    const asset = isAssetResource(resource)
      ? await findAsset(context, resource)
      : spec.interfaces?.find(each => each.resource === resource)?.asset
    const found = asset
      ? toEndpoint(resource, asset, options)
      : (spec.endpoints.find(each => each.id === resource) ??
        spec.resolve?.(resource, parseParams(list, options), role))
    if (!found?.[role === 'source' ? 'read' : 'write']) throw missing(spec, resource, role)
    const adapter = await findAdapter(context, options, asset, spec.adapter ?? null)
    if (adapter) return { endpoint: applyAdapter(found, adapter), adapter }
    if (found.read?.pagination.kind === 'adapter') throw withoutAdapter(resource)
    return { endpoint: found, adapter }
  }
}

async function findAsset({ assets }: ConnectorContext, resource: string): Promise<ApiAsset> {
  const asset = await assets?.find(resource)
  if (asset) return asset
  throw new Failure({
    code: 'resource.missing',
    message: 'This version of the API asset does not exist on the platform of this connector.',
    value: resource,
    advice: 'Choose the API asset again.',
  })
}

/** Whether an endpoint is one that people write by hand, with its settings. */
const isWritten = ({ resolve, endpoints, interfaces = [] }: HttpConnectorSpec, resource: string): boolean =>
  resolve !== undefined &&
  !isAssetResource(resource) &&
  ![...endpoints.map(({ id }) => id), ...interfaces.map(each => each.resource)].includes(resource)

/** The published assets that this connector can play the part of. */
function listAssets(
  { manifest }: HttpConnectorSpec,
  list: readonly { readonly resource: string; readonly asset: ApiAsset }[],
): Resource[] {
  return list.flatMap(({ resource, asset }) => {
    const direction: Role = asset.type === 'QUERY' ? 'source' : 'target'
    if (!manifest.roles.includes(direction)) return []
    return [{ ...describeEndpoint(describeAsset(resource, asset)), direction }]
  })
}

function missing(spec: HttpConnectorSpec, resource: string, role: 'source' | 'target'): Failure {
  const usable = [
    ...spec.endpoints.filter(each => (role === 'source' ? each.read : each.write)).map(each => each.id),
    ...(spec.interfaces ?? [])
      .filter(({ asset }) => (asset.type === 'QUERY') === (role === 'source'))
      .map(each => each.resource),
  ]
  return new Failure({
    code: 'resource.missing',
    message: `${spec.manifest.name.en} has no endpoint ${resource} that can be ${role === 'source' ? 'read' : 'written'}.`,
    advice: usable.length === 0 ? 'Choose another connector.' : `Choose one of ${usable.join(', ')}.`,
    value: resource,
  })
}

function describeEndpoint(endpoint: HttpEndpoint): Resource {
  const { id, label, key, increment, number, idCheck, fields, read, write } = endpoint
  return {
    id,
    label,
    kind: 'endpoint',
    direction: read && write ? 'both' : read ? 'source' : 'target',
    fields: [...(fields ?? [])],
    key: [...key],
    ...(increment ? { increment: [...increment] } : {}),
    ...(number === undefined ? {} : { number }),
    ...(idCheck === undefined ? {} : { idCheck }),
  }
}

/** Said before the first run: an answer that says nothing is believed. Of what we describe ourselves nobody can set it. */
function noteJudge(
  { endpoints, interfaces = [] }: HttpConnectorSpec,
  { id, label, write }: HttpEndpoint,
  role: Role,
): Pick<Resource, 'notes'> {
  if (endpoints.some(each => each.id === id) || interfaces.some(({ resource }) => resource === id)) return {}
  if (role === 'source' || !write || write.test.successPath || write.results || write.lookUp) return {}
  const text = `No mark of success is set for ${label}: every answer of HTTP 200 that does not say otherwise counts as written, an empty one too.`
  return { notes: [{ level: 'warning', text }] }
}

/** Reads one small page and looks at it. */
async function describeBySample(client: HttpClient, endpoint: HttpEndpoint): Promise<Resource> {
  const plan = endpoint.read
  if (!plan) return describeEndpoint(endpoint)
  const request = { cursor: null, window: null, pageSize: 20, signal: AbortSignal.timeout(60_000) }
  const place = { client, resource: endpoint.id, plan }
  const { page } = await client.retry(
    () => readPage(place, request, startRead(plan, null, client.context.now()), new Set()),
    request.signal,
  )
  const sample = page.records.flatMap(record => (isData(record.data ?? undefined) ? [record.data!] : [])) // isData refuses null
  const described = describeEndpoint({ ...endpoint, fields: inferFields(sample) })
  const more = page.records.find(({ failure }) => failure?.code === MORE_THERE)?.failure
  if (!more) return described
  const option = 'pagination' as const
  return { ...described, readings: [{ option, taken: 'none', reason: more.message, isDoubtful: true, choices: [] }] }
}
