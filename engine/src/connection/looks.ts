import {
  type Connection,
  type Egress,
  type Manifest,
  parseParams,
  readSample,
  type SeenAnswer,
  type SourceRecord,
} from '@sluice/connector-kit'
import {
  type Data,
  Failure,
  isData,
  type PagingFound,
  type ParamValues,
  parseJson,
  type SourceConfig,
  type SourceLook,
  type TargetLook,
  toFailure,
  toJson,
  toText,
  type Value,
} from '@sluice/contract'
import { flattenRecords } from '../stage/flatten-record.ts'
import type { OpenedConnection, OpeningDeps } from './open-connection.ts'

export interface Looks {
  /** The first records, each as lossless JSON text. @throws Failure `sample.changes` where `isForeign` may change something */
  sample(tenantId: string, connectorId: string, query: SampleQuery): Promise<readonly string[]>
  /** The first records, or why there are none, and what the answer suggests. @throws Failure where the connector is missing */
  look(tenantId: string, connectorId: string, query: SampleQuery): Promise<SourceLook>
  /**
   * How records would be sent to a target that is being set up, how an answer is read, and what it suggests; nothing is sent.
   * null: this kind of target is not set up so.
   */
  lookAtTarget(tenantId: string, connectorId: string, query: TargetLookQuery): Promise<TargetLook | null>
  /** How a source gives its pages, found by asking, at most 60 s. @throws Failure `connector.noPaging` */
  inferPaging(tenantId: string, connectorId: string, query: SampleQuery): Promise<PagingFound>
}

export interface SampleQuery {
  readonly resource: string
  readonly options?: ParamValues
  readonly key?: readonly string[]
  /** Lists whose elements become rows, as in `SourceConfig`. */
  readonly flatten?: readonly string[]
  readonly limit: number
  /** Not where reading so may change the external system: who wrote the options may do no more than look, or is not of this tenant. */
  readonly isForeign?: boolean
}

interface TargetLookQuery {
  readonly resource: string
  readonly options?: ParamValues
  /** What the request would be made of. */
  readonly records: readonly Data[]
  readonly seen: SeenAnswer | null
}

const LOOK_MS = 60_000
/** Of an answer that somebody waits for. It is taken apart beside the requests of all others, and a person sees its first rows. */
const LOOK_BYTES = 4 * 2 ** 20

/** Who asks beside the requests of others takes shorter answers than runs do. */
export const boundAnswers = <Deps extends OpeningDeps>(deps: Deps): Deps => ({
  ...deps,
  makeContext(tenantId, connectorId, env) {
    const context = deps.makeContext(tenantId, connectorId, env)
    return { ...context, egress: boundEgress(context.egress) }
  },
})

const boundEgress = (egress: Egress): Egress => ({
  fetch: (url, init) => egress.fetch(url, { ...init, maxBytes: Math.min(init?.maxBytes ?? LOOK_BYTES, LOOK_BYTES) }),
  dial: (host, port, options) => egress.dial(host, port, options),
})

export type WithConnection = <T>(
  tenantId: string,
  connectorId: string,
  work: (opened: OpenedConnection) => Promise<T>,
) => Promise<T>

/** Records of a source to look at. */
export const createLooks = (withConnection: WithConnection): Looks => ({
  sample: (tenantId, connectorId, query) =>
    withConnection(tenantId, connectorId, opened => sampleRows(opened, connectorId, query)),
  look: (tenantId, connectorId, query) =>
    withConnection(tenantId, connectorId, opened => lookAtRows(opened, connectorId, query)),
  lookAtTarget: (tenantId, connectorId, { resource, options, records, seen }) =>
    withConnection(tenantId, connectorId, async ({ connection, manifest }) => {
      const config = { resource, options: parseParams(manifest.targetParams, options ?? {}) }
      return (await connection.lookAtTarget?.(config, records, seen)) ?? null
    }),
  inferPaging: (tenantId, connectorId, query) =>
    withConnection(tenantId, connectorId, opened => {
      const { connection, manifest } = opened
      if (!connection.inferPaging) throw noPaging(manifest)
      const config = sampleConfig(manifest, connectorId, query)
      if (query.isForeign) refuseForeign(opened, config)
      return connection.inferPaging(config, AbortSignal.timeout(LOOK_MS))
    }),
})

/** @throws Failure `sample.changes` where reading so may change the external system */
export function refuseForeign(
  { manifest, mayChange }: OpenedConnection,
  config: Pick<SourceConfig, 'resource' | 'options'>,
): void {
  if (mayChange?.(config)) throw changes(manifest)
}

function sampleConfig(manifest: Manifest, connectorId: string, query: SampleQuery): SourceConfig {
  return {
    connector_id: connectorId,
    resource: query.resource,
    options: parseParams(manifest.sourceParams, query.options ?? {}),
    // A sample needs no key; paging by key wants one where it is known.
    key: [...(query.key ?? [])],
    idCheck: false,
    pageSize: query.limit,
  }
}

async function sampleRows(opened: OpenedConnection, connectorId: string, query: SampleQuery): Promise<string[]> {
  const { connection, manifest } = opened
  const config = sampleConfig(manifest, connectorId, query)
  if (query.isForeign) refuseForeign(opened, config)
  const records = await readSample(connection, config, query.limit)
  if (records === null)
    throw new Failure({ code: 'connector.noSource', message: `A ${manifest.id} connector cannot be a source.` })
  return writeRows(records, query, connection)
}

/** A source that can't be read is a finding here: whoever sets it up sees why, beside what it answered. */
async function lookAtRows(opened: OpenedConnection, connectorId: string, query: SampleQuery): Promise<SourceLook> {
  const { connection, manifest } = opened
  const nothing: SourceLook = { rows: [], problem: null, more: null, exchange: null, proposals: [] }
  try {
    const config = sampleConfig(manifest, connectorId, query)
    if (query.isForeign) refuseForeign(opened, config)
    const look = await connection.look?.(config, query.limit, AbortSignal.timeout(LOOK_MS))
    if (look) return { ...look, rows: writeRows(look.rows.map(readRow), query, connection) }
    return { ...nothing, rows: await sampleRows(opened, connectorId, query) }
  } catch (error) {
    const { code, message, advice } = toFailure(error)
    return { ...nothing, problem: { code, message, ...(advice === undefined ? {} : { advice }) } }
  }
}

const readRow = (row: string): SourceRecord => ({ data: parseJson(row) as Data }) // it was made of a record

/** Whoever looks at records may look at all that the far system tells, but for what it was sent to be let in. */
function writeRows(
  records: readonly SourceRecord[],
  { flatten = [], limit }: SampleQuery,
  { hide }: Pick<Connection, 'hide'>,
): string[] {
  return flattenRecords(records, flatten)
    .flatMap(({ data }) => (data === null ? [] : [toJson(hide ? hideIn(data, hide) : data)]))
    .slice(0, limit)
}

function hideIn(value: Value, hide: (text: string) => string): Value {
  if (Array.isArray(value)) return value.map(each => hideIn(each, hide))
  if (isData(value))
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [hide(name), hideIn(each, hide)]))
  // A number may be one as well.
  const text = toText(value)
  const shown = hide(text)
  return shown === text ? value : shown
}

const changes = (manifest: Manifest): Failure =>
  new Failure({
    code: 'sample.changes',
    message: `Reading so may change something at ${manifest.name.en}.`,
    advice: 'Look at the request first, and read it by a strategy of your own.',
  })

const noPaging = (manifest: Manifest): Failure =>
  new Failure({
    code: 'connector.noPaging',
    message: `${manifest.name.en} has no paging to be set.`,
    advice: 'It is read page by page as it is.',
  })
