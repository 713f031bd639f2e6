import { Failure, type FieldSpec, isData, type ParamValues, type Resource, type Sentences } from '@sluice/contract'
import type { Connection, Connector, ConnectorContext } from '../../connector.ts'
import { type Manifest, parseParams } from '../../manifest.ts'
import { HttpClient } from './http-client.ts'
import type { AnswerTest, HttpReadPlan, HttpSettings, HttpWritePlan } from './http-plan.ts'
import { createHttpSource, readPage } from './http-source.ts'
import { createHttpTarget } from './http-target.ts'
import { inferFields } from './infer-fields.ts'
import { startOf } from './pagination.ts'
import { testHttp } from './test-http.ts'

/** One thing of a far system that can be read or written over HTTP. */
export interface HttpEndpoint {
  /** `order.list`; for the generic connector the path. */
  readonly id: string
  readonly label: string
  readonly key: readonly string[]
  readonly increment?: readonly string[]
  /** Absent: found out from a sample. */
  readonly fields?: readonly FieldSpec[]
  readonly read?: HttpReadPlan
  readonly write?: HttpWritePlan
}

export interface HttpConnectorSpec {
  readonly manifest: Manifest
  /** See `Connector`. */
  readonly sentences?: Sentences
  /** The connection's parameters as settings. @throws Failure when they cannot work together */
  connect(params: ParamValues): HttpSettings
  /** Declared endpoints; they are what discovery lists. */
  readonly endpoints: readonly HttpEndpoint[]
  /** Endpoints made from what the user wrote. `role` says whose options they are. */
  resolve?(resource: string, options: ParamValues, role: 'source' | 'target'): HttpEndpoint
  /** What the connection test asks for, to see that the credentials are accepted. Null: the base URL. */
  probe(params: ParamValues): { readonly path: string; readonly test: AnswerTest } | null
}

/** A connector from declared or written endpoints. */
export function createHttpConnector(spec: HttpConnectorSpec): Connector {
  return {
    manifest: spec.manifest,
    ...(spec.sentences ? { sentences: spec.sentences } : {}),
    open: async (params, context) => openConnection(spec, params, context),
  }
}

function openConnection(spec: HttpConnectorSpec, params: ParamValues, context: ConnectorContext): Connection {
  const client = new HttpClient(spec.connect(params), context)
  const find = (resource: string, options: ParamValues, role: 'source' | 'target'): HttpEndpoint => {
    const list = role === 'source' ? spec.manifest.sourceParams : spec.manifest.targetParams
    const found =
      spec.endpoints.find(each => each.id === resource) ?? spec.resolve?.(resource, parseParams(list, options), role)
    if (!found?.[role === 'source' ? 'read' : 'write']) throw missing(spec, resource, role)
    return found
  }
  return {
    test: () => testHttp(client, spec.probe(params)),
    discover: async () => spec.endpoints.map(describeEndpoint),
    describe: async (resource, options) => {
      const declared = spec.endpoints.find(each => each.id === resource)
      if (declared?.fields) return describeEndpoint(declared)
      return describeBySample(client, find(resource, options, 'source'))
    },
    ...(spec.manifest.roles.includes('source')
      ? {
          openSource: async config =>
            createHttpSource(client, config.resource, find(config.resource, config.options, 'source').read!),
        } // find gives endpoints with a plan for the role
      : {}),
    ...(spec.manifest.roles.includes('target')
      ? {
          openTarget: async config =>
            createHttpTarget(client, config.resource, find(config.resource, config.options, 'target').write!),
        } // as above
      : {}),
    close: async () => undefined,
  }
}

function missing(spec: HttpConnectorSpec, resource: string, role: 'source' | 'target'): Failure {
  const usable = spec.endpoints.filter(each => (role === 'source' ? each.read : each.write)).map(each => each.id)
  return new Failure({
    code: 'resource.missing',
    message: `${spec.manifest.name.en} has no endpoint ${resource} that can be ${role === 'source' ? 'read' : 'written'}.`,
    advice: usable.length === 0 ? 'Choose another connector.' : `Choose one of ${usable.join(', ')}.`,
    value: resource,
  })
}

const describeEndpoint = ({ id, label, key, increment, fields, read, write }: HttpEndpoint): Resource => ({
  id,
  label,
  kind: 'endpoint',
  direction: read && write ? 'both' : read ? 'source' : 'target',
  fields: [...(fields ?? [])],
  key: [...key],
  ...(increment ? { increment: [...increment] } : {}),
})

/** Reads one small page and looks at it. */
async function describeBySample(client: HttpClient, endpoint: HttpEndpoint): Promise<Resource> {
  const plan = endpoint.read
  if (!plan) return describeEndpoint(endpoint)
  const request = { cursor: null, window: null, pageSize: 20, signal: AbortSignal.timeout(60_000) }
  const place = { client, resource: endpoint.id, plan }
  const { page } = await client.retry(
    () => readPage(place, request, startOf(plan.pagination), new Set()),
    request.signal,
  )
  const sample = page.records.flatMap(record => (isData(record.data ?? undefined) ? [record.data!] : [])) // isData refuses null
  return describeEndpoint({ ...endpoint, fields: inferFields(sample) })
}
