import type { Connector } from '@sluice/connector-kit'
import {
  createHttpConnector,
  type HttpAuth,
  type HttpSettings,
  type HttpWritePlan,
  type Probe,
} from '@sluice/connector-kit/http'
import { Failure, type ParamValues, type Resource, toJson } from '@sluice/contract'
import { manifest } from './manifest.ts'
import { sentences as pt } from './sentences.pt.ts'
import { sentences as tw } from './sentences.tw.ts'
import { sentences as zh } from './sentences.zh.ts'

/** The one thing that can be written: an event for each record. */
const EVENT: Resource = { id: 'event', label: 'event', kind: 'endpoint', direction: 'target', fields: [], key: [] }

/** Signed events to one address. */
const webhook: Connector = {
  ...connectorAt('/'),
  open: async (params, context) => {
    const { pathname, search } = new URL(String(params['url']))
    const connection = await connectorAt(`${pathname}${search}`).open(params, context)
    return { ...connection, discover: async () => [EVENT, ...(await connection.discover())] }
  },
}
export default webhook

function connectorAt(path: string): Connector {
  return createHttpConnector({
    manifest,
    sentences: { zh, tw, pt },
    connect: readSettings,
    endpoints: [],
    resolve: (resource, options, role) => {
      const isEvent = resource === EVENT.id && role === 'target'
      return { id: resource, label: resource, key: [], ...(isEvent ? { write: planEvent(path, options) } : {}) }
    },
    probe: () => ({ ask: (client, signal) => knock(client, path, signal) }),
  })
}

function readSettings(params: ParamValues): HttpSettings {
  const headers = params['headers']
  const pairs = Array.isArray(headers) ? headers.flatMap(each => (typeof each === 'object' ? [each] : [])) : []
  return {
    baseUrl: new URL(String(params['url'])).origin,
    headers: Object.fromEntries(pairs.map(({ name, value }) => [name, value])),
    auth: readAuth(params),
    skipTlsVerify: params['skip_tls_verify'] === true,
    timeoutMs: Number(params['timeout_seconds'] ?? 30) * 1000,
    maxConcurrent: Number(params['max_concurrent'] ?? 1),
  }
}

function readAuth({ signature, secret }: ParamValues): HttpAuth {
  if (signature === 'none') return { kind: 'none' }
  return { kind: 'webhook', style: signature === 'hub' ? 'hub' : 'standard', secret: String(secret ?? '') }
}

/** The id is sent in any case; only the receiver makes a promise of it. */
function planEvent(path: string, options: ParamValues): HttpWritePlan {
  const isEnvelope = options['form'] !== 'record'
  return {
    method: 'POST',
    // A path of somebody else's may hold what looks like a placeholder.
    path: path.replaceAll('{', '%7B').replaceAll('}', '%7D'),
    rows: 1,
    idempotencyHeader: 'webhook-id',
    guarantee: options['once'] === true ? 'idempotencyKey' : 'none',
    test: {},
    ...(isEnvelope
      ? { bodyKey: 'data', extraBody: toJson({ type: String(options['event_type'] ?? 'record.saved') }) }
      : {}),
  }
}

type Client = Parameters<Extract<Probe, { ask: unknown }>['ask']>[0]

/** Looks whether somebody is there, without an event. Receivers answer anything to that. @throws Failure */
async function knock(client: Client, path: string, signal: AbortSignal): Promise<string> {
  const request = { method: 'HEAD', url: client.resolveUrl(path), headers: {}, body: null }
  const { status } = await client.send(request, signal)
  if (status === 401 || status === 403)
    throw new Failure({
      code: 'connector.auth',
      message: `The receiver lets us not in (HTTP ${status}).`,
      advice: 'Check the fixed headers and the address.',
      field: 'headers',
    })
  return `HTTP ${status}`
}
