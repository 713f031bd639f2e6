import { checkParams } from '@sluice/connector-kit'
import { proposalsOf, toSourceProposals } from '@sluice/connector-kit/http'
import {
  type CheckLine,
  type FileReading,
  isAssetResource,
  isPackResource,
  PUSHED_RECORDS,
  type Resource,
  retirementOf,
  type StrategyConfig,
  toFailure,
} from '@sluice/contract'
import type { Connections } from '../connection/connections.ts'
import { loadPlatform } from '../connection/load-platform.ts'
import { readConnector } from '../connection/open-connection.ts'
import { openTargetOf } from '../connection/open-sides.ts'
import { describeDrift } from '../discovery/drift.ts'
import { readDrifts } from '../discovery/drift-rows.ts'
import { compileRowsFilter, findLostKeys, readInTurns } from '../map/index.ts'
import { nextSlots } from '../schedule/slots.ts'
import { checkFilter } from './check-filter.ts'
import { checkFlatten, flattenResource } from './check-flatten.ts'
import { checkFollow } from './check-follow.ts'
import { checkGrant } from './check-grant.ts'
import { checkGroup, groupResource } from './check-group.ts'
import { checkFinds, checkLookups } from './check-lookups.ts'
import { checkPool } from './check-pool.ts'
import { checkRemedy } from './check-remedy.ts'
import { checkScript } from './check-script.ts'
import { checkVanished } from './check-vanished.ts'
import { checkWriteBack } from './check-write-back.ts'
import { checkMappingApart } from './judge-apart.ts'
import { readGuarantee } from './read-guarantee.ts'
import type { CheckPart, StrategyDeps } from './strategies.ts'

export interface Checking {
  readonly deps: StrategyDeps
  readonly connections: Connections
  readonly tenantId: string
  readonly config: StrategyConfig
  readonly strategyId: string | undefined
}

type Side = 'source' | 'target'
type Group = CheckLine['group']

const line = (level: CheckLine['level'], group: Group, item: string, message: string, field?: string): CheckLine => ({
  level,
  group,
  item,
  message,
  ...(field === undefined ? {} : { field }),
})

/** What became different at either end after the version that runs was saved. */
async function checkDrift({ deps, tenantId, strategyId }: Checking): Promise<CheckLine[]> {
  if (strategyId === undefined) return []
  const drifts = await deps.database.withTenant(tenantId, tx => readDrifts(tx, strategyId))
  return drifts.map(({ side, object_id, detail }) =>
    line('warning', side, `${side}.changed`, describeDrift(side, object_id, detail), detail.breaks[0]),
  )
}

/** Everything that can be known before a run, each as one line. */
export async function checkStrategy(checking: Checking, part: CheckPart): Promise<CheckLine[]> {
  const wants = (name: CheckPart): boolean => part === 'all' || part === name
  const needs = (side: Side): Promise<SideFacts> | null =>
    wants(side) || wants('mapping') ? checkSide(checking, side) : null
  const [found, target] = await Promise.all([needs('source'), needs('target')])
  const { config } = checking
  await readInTurns(config.mapping)
  const source = found && { ...found, resource: flattenResource(groupResource(found.resource, config), config) }
  const lines: CheckLine[] = []
  if (wants('source') && source)
    lines.push(
      ...source.lines,
      ...checkSource(checking.config, source.resource),
      ...checkFilter(checking.config, source.resource?.fields ?? []),
    )
  if (wants('source'))
    lines.push(
      ...checkFlatten(checking.config, found?.resource ?? null),
      ...checkGroup(checking.config),
      ...checkVanished(checking.config),
    )
  if (wants('source')) lines.push(...(await checkFollow(checking.deps, checking.tenantId, checking.config)))
  if (wants('target') && target) lines.push(...target.lines, ...(await checkTarget(checking, target)))
  if (wants('target')) lines.push(...(await checkWriteBack(checking.deps.database, checking.tenantId, checking.config)))
  if (wants('mapping'))
    lines.push(
      ...(await checkMappingApart({
        tenantId: checking.tenantId,
        mapping: checking.config.mapping,
        source: source?.resource ?? null,
        target: target?.resource ?? null,
      })),
      ...(await checkLookups(checking.deps.database, checking.tenantId, checking.config.mapping)),
      ...(await checkFinds(checking.deps.database, checking.tenantId, checking.config.mapping)),
      ...(await checkScript(checking.tenantId, checking.config)),
    )
  lines.push(...(await checkDrift(checking)).filter(({ group }) => wants(group as CheckPart)))
  if (part === 'all')
    lines.push(
      ...checkSchedule(checking),
      ...(await checkRemedy(checking, found?.resource ?? null)),
      ...(await checkTwin(checking)),
      ...(await checkPool(checking.deps.database, checking.tenantId, checking.strategyId)),
    )
  return lines.filter(isFirst)
}

/** A side that cannot be opened is met by more than one check. */
const isFirst = (line: CheckLine, at: number, all: readonly CheckLine[]): boolean =>
  all.findIndex(other => other.level === line.level && other.group === line.group && other.message === line.message) ===
  at

interface SideFacts {
  readonly lines: CheckLine[]
  /** null: it could not be described, and a line says why. */
  readonly resource: Resource | null
}

/** Connector, its parameters and options, and the resource with its fields. */
async function checkSide({ deps, connections, tenantId, config }: Checking, side: Side): Promise<SideFacts> {
  const lines: CheckLine[] = []
  const { connector_id, resource, options } = config[side]
  try {
    const row = await readConnector(deps, tenantId, connector_id)
    const { manifest } = await loadPlatform(deps, tenantId, row.platform_id)
    if (!manifest.roles.includes(side))
      lines.push(line('error', side, `${side}.role`, `${row.name} cannot be a ${side}.`, `${side}.connector_id`))
    if (row.status === 'untested')
      lines.push(line('warning', side, `${side}.untested`, `The connector ${row.name} has never been tested.`))
    if (row.status === 'failed')
      lines.push(line('warning', side, `${side}.testFailed`, `The last test of the connector ${row.name} failed.`))
    if (row.env !== 'production')
      lines.push(
        line('warning', side, `${side}.env`, `The connector ${row.name} belongs to the ${row.env} environment.`),
      )
    lines.push(...(await checkGrant(deps.database, tenantId, { id: connector_id, name: row.name, env: row.env }, side)))
    const wanted = side === 'source' ? manifest.sourceParams : manifest.targetParams
    for (const { field, message } of checkParams(wanted, options))
      lines.push(line('error', side, `${side}.options`, message, `${side}.options.${field}`))
    const described = await connections.describe(tenantId, connector_id, resource, options, side)
    if (side === 'source') lines.push(...(described.readings ?? []).flatMap(checkReading))
    for (const { level, text } of described.notes ?? [])
      lines.push(line(level, side, `${side}.note`, text, `${side}.resource`))
    return { lines, resource: described }
  } catch (error) {
    const { code, message, advice } = toFailure(error)
    const item = code === 'connector.missing' || code === 'platform.missing' ? `${side}.connector` : `${side}.resource`
    const field = item.endsWith('connector') ? `${side}.connector_id` : `${side}.resource`
    const proposals = side === 'source' ? proposeOptions(error, resource) : []
    const told = {
      ...line('error', side, item, message, field),
      ...(advice !== undefined && { advice }),
      ...(proposals.length > 0 && { proposals }),
    }
    return { lines: [...lines, told], resource: null }
  }
}

const CHOOSE_READING = 'Choose how it is read on the source page, where its readings stand side by side.'

/** What a file does not say and nobody has chosen: nothing is read on a guess between equals, and a guess says so. */
function checkReading({ option, taken, reason, isDoubtful }: FileReading): CheckLine[] {
  const isValue = option === 'days' || option === 'numbers'
  const level = taken !== null && !isDoubtful ? 'info' : isValue || isDoubtful ? 'warning' : 'error'
  const told = line(level, 'source', 'source.reading', reason, isValue ? 'mapping' : `source.options.${option}`)
  return [level === 'error' ? { ...told, advice: CHOOSE_READING } : told]
}

/** The settings of an API asset are its own, and are proposed where it is tried. */
function proposeOptions(error: unknown, resource: string): NonNullable<CheckLine['proposals']> {
  if (isAssetResource(resource) || isPackResource(resource)) return []
  return toSourceProposals(proposalsOf(error))
}

function checkSource({ source, mapping }: StrategyConfig, resource: Resource | null): CheckLine[] {
  const lines: CheckLine[] = []
  const missing = (field: string): boolean =>
    resource !== null && resource.fields.length > 0 && !hasField(resource, field)
  for (const key of source.key)
    if (missing(key)) lines.push(line('error', 'source', 'source.key', `The source has no field ${key}.`, 'source.key'))
  if (source.number !== undefined && missing(source.number))
    lines.push(line('warning', 'source', 'source.number', `The source has no field ${source.number}.`, 'source.number'))
  try {
    if (source.filter) compileRowsFilter(source.filter, mapping).close()
  } catch (error) {
    lines.push(line('error', 'source', 'source.filter', toFailure(error).message, 'source.filter'))
  }
  // A window has no meaning then.
  if (source.follow || source.resource === PUSHED_RECORDS) return lines
  return [...lines, ...checkIncrement(source, resource, missing)]
}

function checkIncrement(
  { increment }: StrategyConfig['source'],
  resource: Resource | null,
  missing: (field: string) => boolean,
): CheckLine[] {
  const warn = (item: string, text: string, field: string) => line('warning', 'source', item, text, field)
  if (!increment)
    return [
      warn(
        'source.noIncrement',
        'Every run reads everything, because no increment field is chosen.',
        'source.increment',
      ),
    ]
  const { field, lookBackSeconds } = increment
  const at = 'source.increment.field'
  if (missing(field)) return [line('error', 'source', 'source.increment', `The source has no field ${field}.`, at)]
  const known = resource?.fields.find(({ name }) => name === field)
  const isText = known?.type === 'string' && known.nativeType !== undefined
  return [
    ...(lookBackSeconds === 0
      ? [
          warn(
            'source.lookBack',
            'No look-back: a record committed late may be missed.',
            'source.increment.lookBackSeconds',
          ),
        ]
      : []),
    ...(isText
      ? [
          warn(
            'source.incrementText',
            `${field} is a text, and the source orders texts by characters: "10" comes before "9".`,
            at,
          ),
        ]
      : []),
  ]
}

/** Nested fields are reached by dots; a name that holds a dot itself is looked for first. */
function hasField(resource: Resource, path: string): boolean {
  if (resource.fields.some(field => field.name === path)) return true
  const [head] = path.split('.')
  return path.includes('.') && resource.fields.some(field => field.name === head)
}

async function checkTarget({ deps, tenantId, config }: Checking, { resource }: SideFacts): Promise<CheckLine[]> {
  const lines: CheckLine[] = []
  const { key, mode } = config.target
  if (resource && resource.fields.length > 0)
    for (const field of key)
      if (!hasField(resource, field))
        lines.push(line('error', 'target', 'target.key', `The target has no field ${field}.`, 'target.key'))
  if (resource?.kind === 'table' && mode === 'upsert' && key.length === 0 && resource.key.length === 0)
    lines.push(
      line(
        'error',
        'target',
        'target.noKey',
        'Writing by key needs key fields, and the target has no primary key.',
        'target.key',
      ),
    )
  lines.push(...checkBatch(config), ...checkTargetKey(config, resource))
  if (!resource) return lines
  const guarantee = await readGuarantee(deps, tenantId, config)
  const level = guarantee.kind === 'unknown' ? 'error' : guarantee.kind === 'none' ? 'warning' : 'info'
  lines.push(line(level, 'target', `target.guarantee.${guarantee.kind}`, guarantee.reason))
  return [...lines, ...(await checkPlans(deps, tenantId, config))]
}

/** Different records could have one row of the target. */
function checkTargetKey({ source, target, mapping }: StrategyConfig, resource: Resource | null): CheckLine[] {
  const key = target.key.length > 0 ? target.key : (resource?.key ?? [])
  if (target.mode === 'insert' || key.length === 0) return []
  const lost = findLostKeys(mapping, source, key)
  if (lost.length === 0) return []
  const message = `Different records may go to one row of the target: its key (${key.join(', ')}) does not hold these key fields of the source as they are: ${lost.join(', ')}.`
  const advice = target.shared ? SHARED_ADVICE : SHARE_ADVICE
  return [{ ...line('warning', 'target', 'target.keyLosesSource', message, 'target.key'), advice }]
}

const SHARED_ADVICE =
  'Records share rows here: the last one that is written stays. Where each record needs a row of its own, switch that off.'
const SHARE_ADVICE =
  'The later of two such records is refused. Map all key fields of the source into the key of the target, or say that records share rows.'

/** Batches are kept apart by a field of the mapped record. */
function checkBatch({ target: { batch }, mapping }: StrategyConfig): CheckLine[] {
  const apart = batch?.apart
  if (apart === undefined || mapping.copyAll) return []
  if (mapping.fields.some(({ target }) => apart === target || apart.startsWith(`${target}.`))) return []
  const message = `Batches are kept apart by "${apart}", and the mapping fills no such field.`
  return [line('error', 'target', 'target.batch', message, 'target.batch.apart')]
}

/** Deletes and whole sets: what the target must be able to do, and what has no effect. */
async function checkPlans(deps: StrategyDeps, tenantId: string, config: StrategyConfig): Promise<CheckLine[]> {
  const { source, target } = config
  const lines: CheckLine[] = []
  if (target.mode === 'replace' && source.increment)
    lines.push(
      line(
        'warning',
        'target',
        'target.replaceAll',
        'Every run reads everything, because the whole set is replaced; the increment has no effect.',
        'target.mode',
      ),
    )
  const isDeleting = (retirementOf(source) ?? source.deletes?.policy) === 'delete'
  if (isDeleting && target.mode !== 'replace' && !(await takesDeletes(deps, tenantId, config)))
    lines.push(
      line(
        'error',
        'target',
        'target.cannotDelete',
        'Records deleted at the source are to be deleted at the target, and this target cannot delete.',
        source.vanished ? 'source.vanished.policy' : 'source.deletes.policy',
      ),
    )
  return lines
}

async function takesDeletes(deps: StrategyDeps, tenantId: string, config: StrategyConfig): Promise<boolean> {
  try {
    const { target, close } = await openTargetOf(deps, tenantId, config.target)
    await close()
    return target.canDelete === true
  } catch {
    // That it cannot be opened is told by another line.
    return true
  }
}

function checkSchedule({ deps, config }: Checking): CheckLine[] {
  const { schedule } = config
  if (config.source.follow) return []
  if (schedule.cron === null) {
    const when = config.source.resource === PUSHED_RECORDS ? 'Runs when something is pushed.' : 'Runs only by hand.'
    return [line('info', 'schedule', 'schedule.none', when, 'schedule.cron')]
  }
  try {
    const [first, second] = nextSlots(schedule, deps.now(), 2)
    const isEveryMinute = first !== undefined && second !== undefined && second - first <= 60_000
    if (isEveryMinute && !config.source.increment)
      return [
        line(
          'warning',
          'schedule',
          'schedule.often',
          'Everything is read every minute; choose an increment field or a longer pause.',
          'schedule.cron',
        ),
      ]
    return []
  } catch (error) {
    const { message, field } = toFailure(error)
    return [line('error', 'schedule', 'schedule.cron', message, field)]
  }
}

/** The same way twice writes everything twice. */
async function checkTwin({ deps, tenantId, config, strategyId }: Checking): Promise<CheckLine[]> {
  const { source, target } = config
  const [twin] = await deps.database.withTenant(tenantId, tx =>
    tx.query<{ name: string }>(
      `select s.name from strategy s join strategy_version v
         on v.tenant_id = s.tenant_id and v.strategy_id = s.id and v.version = s.version
       where s.status = 'running' and s.source_connector_id = $1 and s.target_connector_id = $2
         and v.config #>> '{source,resource}' = $3 and v.config #>> '{target,resource}' = $4 and s.id is distinct from $5 limit 1`,
      [source.connector_id, target.connector_id, source.resource, target.resource, strategyId ?? null],
    ),
  )
  if (!twin) return []
  return [
    line(
      'warning',
      'basic',
      'strategy.twin',
      `The strategy ${twin.name} already moves the same source to the same target.`,
    ),
  ]
}
