import { type SolutionPackage, toFailure } from '@sluice/contract'
import type { Engine } from '@sluice/engine'
import { writeMessage } from '../../../http/messages.ts'
import type { RouteContext } from '../../../http/route-handler.ts'
import type { PackageObject } from '../../../packaging/index.ts'
import { isObject, type Json, type JsonObject } from '../../admin/config/index.ts'
import { describeStep } from '../../connect/connector/index.ts'
import type { InstallPlan } from './contract.ts'

type Asked = InstallPlan['compatibility'][number]
type Check = Asked['checks'][number]

/** A connector that was chosen for a place of the package. */
export interface ChosenConnector {
  readonly id: string
  readonly name: string
}

interface Asking {
  readonly engine: Engine
  readonly document: SolutionPackage
  /** Of the chosen flows, as the package says them with the parameters filled in. */
  readonly strategies: readonly PackageObject[]
  readonly chosen: ReadonlyMap<string, ChosenConnector>
  /** Objects that the installation itself would make are not there yet. */
  readonly signal: AbortSignal
}

/** Somebody waits: what is not answered by then is not known. */
const PATIENCE_MS = 25_000

/** Real calls to every connected system: does it answer, has it the data and the fields that the flows need. */
export async function askSystems(asking: Asking, ctx: RouteContext): Promise<Asked[]> {
  const signal = AbortSignal.any([asking.signal, ctx.signal, AbortSignal.timeout(PATIENCE_MS)])
  return Promise.all(
    asking.document.manifest.connections.flatMap(({ slot }) => {
      const connector = asking.chosen.get(slot)
      return connector ? [askOne({ ...asking, signal }, slot, connector, ctx)] : []
    }),
  )
}

async function askOne(asking: Asking, slot: string, connector: ChosenConnector, ctx: RouteContext): Promise<Asked> {
  const { engine, strategies, signal } = asking
  const { tenantId } = ctx.principal
  const checks: Check[] = []
  const say = (code: Parameters<typeof writeMessage>[0], value: string): string =>
    writeMessage(code, ctx.language, { value }, code)
  const steps = await orLate(engine.connections.testSaved(tenantId, connector.id), signal)
  const failed = steps?.find(step => !step.ok)
  if (steps === null) checks.push({ what: say('install.answers', connector.name), state: 'unknown', message: '' })
  else
    checks.push({
      what: say('install.answers', connector.name),
      state: failed ? 'missing' : 'ok',
      message: failed ? (describeStep(engine, failed, ctx).detail ?? '') : '',
    })
  if (failed || steps === null) return { slot, connector_id: connector.id, connector: connector.name, checks }
  for (const { spec } of strategies)
    for (const role of ['source', 'target'] as const) {
      const side = spec[role]
      if (!isObject(side) || side['connector'] !== `slot:${slot}`) continue
      checks.push(...(await askSide(asking, connector, { spec, side, role }, ctx)))
    }
  return { slot, connector_id: connector.id, connector: connector.name, checks }
}

interface Side {
  readonly spec: JsonObject
  readonly side: JsonObject
  readonly role: 'source' | 'target'
}

async function askSide(
  { engine, signal }: Asking,
  connector: ChosenConnector,
  { spec, side, role }: Side,
  ctx: RouteContext,
): Promise<Check[]> {
  const resource = String(side['resource'] ?? '')
  const what = writeMessage(
    role === 'source' ? 'install.reads' : 'install.writes',
    ctx.language,
    { value: resource },
    '',
  )
  // An interface or a statement that the package brings along is made with it.
  if (/^(asset|sql):/.test(resource)) return [{ what, state: 'unknown', message: '' }]
  try {
    const options = isObject(side['options']) ? side['options'] : {}
    const asked = engine.connections.describe(
      ctx.principal.tenantId,
      connector.id,
      resource,
      options as never,
      role,
      true,
    )
    const found = await orLate(asked, signal)
    if (found === null) return [{ what, state: 'unknown', message: '' }]
    const known = new Set((found.fields ?? []).map(field => field.name))
    const needed = role === 'source' ? listKeys(side) : listTargets(spec)
    // A system that tells no fields takes any.
    const missing =
      known.size === 0 ? [] : needed.filter(name => !known.has(name) && !known.has(name.split('.')[0] ?? ''))
    if (missing.length === 0) return [{ what, state: known.size === 0 ? 'unknown' : 'ok', message: '' }]
    const value = missing.slice(0, 10).join(', ')
    return [{ what, state: 'missing', message: writeMessage('install.fields', ctx.language, { value }, '') }]
  } catch (error) {
    ctx.signal.throwIfAborted()
    // What the package wrote itself and may change something is not sent to find out.
    if (toFailure(error).code === 'sample.changes') return [{ what, state: 'unknown', message: '' }]
    return [{ what, state: 'missing', message: ctx.tell((error as Error).message) }]
  }
}

const orLate = async <T>(work: Promise<T>, signal: AbortSignal): Promise<T | null> => {
  const late = new Promise<null>(resolve => {
    if (signal.aborted) resolve(null)
    else signal.addEventListener('abort', () => resolve(null), { once: true })
  })
  work.catch(() => undefined) // told below where it is not late
  return Promise.race([work, late])
}

/** Without these a source cannot be read. */
function listKeys(side: JsonObject): string[] {
  const { key, increment } = side
  const field = isObject(increment) ? increment['field'] : undefined
  return [...(Array.isArray(key) ? (key as readonly Json[]) : []), field].filter(each => typeof each === 'string')
}

function listTargets(spec: JsonObject): string[] {
  const mapping = spec['mapping']
  const fields = isObject(mapping) && Array.isArray(mapping['fields']) ? (mapping['fields'] as readonly Json[]) : []
  return fields.flatMap(each => (isObject(each) && typeof each['target'] === 'string' ? [each['target']] : []))
}

/** Of 100: how much of what could be asked is there; null: nothing could be. */
export function scoreOf(asked: readonly Asked[]): number | null {
  const known = asked.flatMap(each => each.checks).filter(each => each.state !== 'unknown')
  if (known.length === 0) return null
  return Math.floor((100 * known.filter(each => each.state === 'ok').length) / known.length)
}
