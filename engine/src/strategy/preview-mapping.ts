import { setImmediate as giveTurn } from 'node:timers/promises'
import { type Data, Failure, isData, parseJson, toJson } from '@sluice/contract'
import type { Connections } from '../connection/connections.ts'
import { type BoundMapping, type CompileOptions, compileMapping, type MapOutcome, readInTurns } from '../map/index.ts'
import { explainLookups } from '../record/explain-lookups.ts'
import { createFinder } from '../record/find-records.ts'
import { createRecordScripts } from '../script/record-scripts.ts'
import { bindMaps } from '../sql/value-map-rows.ts'
import { refuseValues } from './fit-mapping.ts'
import { siftApart } from './judge-apart.ts'
import type { keepTargets } from './keep-targets.ts'
import type { Preview, PreviewRequest, StrategyDeps } from './strategies.ts'

interface PreviewParts {
  readonly deps: StrategyDeps
  readonly connections: Connections
  readonly describeTarget: ReturnType<typeof keepTargets>
}

/**
 * Maps one record with what of the mapping can run. What is asked to be explained is mapped twice, so that the answer
 * is the bare mapping's own, within its own limits.
 * @throws Failure when there is no record to show, or the given text is not one
 */
export async function previewMapping(
  { deps, connections, describeTarget }: PreviewParts,
  tenantId: string,
  request: PreviewRequest,
): Promise<Preview> {
  const record = request.record ?? (await readFirst(connections, tenantId, request))
  const data = parseRecord(record)
  await readInTurns(request.mapping)
  const bound = await deps.database.withTenant(tenantId, tx => bindMaps(tx, tenantId, request.mapping))
  const { mapping, problems, unread } = await siftApart(tenantId, bound, request.sourceFields)
  const now = new Date(deps.now())
  const find = createFinder(work => deps.database.withTenant(tenantId, work), tenantId, mapping)
  const world = { now: () => now, find, scripts: createRecordScripts(tenantId) }
  const outcome = await mapOne(mapping, data, world)
  const refuse = async (made: Data) => {
    const target = request.target && (await describeTarget(tenantId, request.target))
    return target ? refuseValues(made, target) : []
  }
  const explained = request.explain ? await mapOne({ ...mapping, explain: true }, data, world) : undefined
  return {
    record,
    mapped: outcome.kind === 'mapped' ? toJson(outcome.data) : null,
    problems: [...problems, ...(outcome.kind === 'mapped' ? await refuse(outcome.data) : outcome.problems)],
    unread,
    explanation: explained?.explanation ?? [],
    lookups: explainLookups(mapping, explained?.lookups ?? []),
    finds: explained?.finds ?? [],
    scripted: explained?.scripted ?? [],
  }
}

async function mapOne(mapping: BoundMapping, data: Data, world: CompileOptions): Promise<MapOutcome> {
  await readInTurns(mapping)
  const mapper = compileMapping(mapping, { ...world, limits: mapping.explain ? explained(mapping) : {} })
  try {
    await giveTurn()
    const [outcome] = await mapper.mapPage([data])
    await giveTurn()
    if (!outcome) throw new Error('mapping one record: there is no outcome')
    return outcome
  } finally {
    mapper.close()
  }
}

/** Every part of an expression is worked out once more. */
const explained = ({ computeMs = 0 }: BoundMapping) => ({
  recordCpuMs: Math.max(500, 2 * computeMs),
  recordMemoryMb: 64,
})

async function readFirst(
  connections: Connections,
  tenantId: string,
  { source, isForeign = false }: PreviewRequest,
): Promise<string> {
  if (!source)
    throw new Failure({
      code: 'preview.noRecord',
      message: 'Give a record or a source to take one from.',
      field: 'record',
    })
  const { connector_id, resource, options, key, flatten = [] } = source
  const [first] = await connections.sample(tenantId, connector_id, {
    resource,
    options,
    key,
    flatten,
    limit: 1,
    isForeign,
  })
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
