import { type Data, Failure, isData, parseJson, toJson } from '@sluice/contract'
import type { Connections } from '../connection/connections.ts'
import { compileMapping } from '../map/index.ts'
import { bindMaps } from '../sql/value-map-rows.ts'
import type { Preview, PreviewRequest, StrategyDeps } from './strategies.ts'

/** @throws Failure when there is no record to show, or the given text is not one */
export async function previewMapping(
  deps: StrategyDeps,
  connections: Connections,
  tenantId: string,
  request: PreviewRequest,
): Promise<Preview> {
  const record = request.record ?? (await readFirst(connections, tenantId, request))
  const data = parseRecord(record)
  const mapping = await deps.database.withTenant(tenantId, tx => bindMaps(tx, tenantId, request.mapping))
  const mapper = compileMapping(mapping, { now: () => new Date(deps.now()) })
  try {
    const [outcome] = await mapper.mapPage([data])
    if (outcome?.kind === 'mapped') return { record, mapped: toJson(outcome.data), problems: [] }
    return { record, mapped: null, problems: outcome?.problems ?? [] }
  } finally {
    mapper.close()
  }
}

async function readFirst(connections: Connections, tenantId: string, { source }: PreviewRequest): Promise<string> {
  if (!source)
    throw new Failure({
      code: 'preview.noRecord',
      message: 'Give a record or a source to take one from.',
      field: 'record',
    })
  const { connector_id, resource, options, key } = source
  const [first] = await connections.sample(tenantId, connector_id, { resource, options, key, limit: 1 })
  if (first !== undefined) return first
  throw new Failure({
    code: 'preview.empty',
    message: `The source ${resource} has no records yet.`,
    field: 'source.resource',
    advice: 'Enter a record by hand to see what the mapping makes of it.',
  })
}

function parseRecord(text: string): Data {
  try {
    const value = parseJson(text)
    if (isData(value)) return value
  } catch (cause) {
    throw new Failure({ code: 'preview.record', message: 'The record is not valid JSON.', field: 'record', cause })
  }
  throw new Failure({ code: 'preview.record', message: 'The record must be a JSON object.', field: 'record' })
}
