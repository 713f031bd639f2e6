import {
  isData,
  parseJson,
  type SolutionPackage,
  type StrategyConfig,
  toFailure,
  toJson,
  type Value,
} from '@sluice/contract'
import type { Engine } from '@sluice/engine'
import { readFailure } from '../../../http/answer-failure.ts'
import { requireRight } from '../../../http/call-route.ts'
import { refuse } from '../../../http/refuse.ts'
import type { RouteContext } from '../../../http/route-handler.ts'
import {
  bindRules,
  chooseFlows,
  fillParams,
  type PackageObject,
  readObjects,
  sayPackage,
} from '../../../packaging/index.ts'
import { isObject, type Json } from '../../admin/config/index.ts'
import { connector } from '../../connect/connector/contract.ts'
import type { InstallTrial } from './contract.ts'
import { type InstallationDeps, type InstallWish, type Prepared, prepare } from './install.ts'

type Tried = InstallTrial['flows'][number]
type TriedRecord = Tried['records'][number]

/** Somebody waits: what has not answered by then is told so. */
const PATIENCE_MS = 25_000
/** Nobody reads more of one record. */
const MOST_TEXT = 4000
const MOST_FIELDS = 200

/**
 * First records of the connected systems through the mappings that the package brings, with its own value maps. What looks
 * records up in other strategies finds none, for none is there yet. Nothing is written, and nothing is kept: a request that
 * the package wrote itself and that may change something is not sent.
 */
export async function tryRecords(
  deps: InstallationDeps,
  { records, ...wish }: InstallWish & { readonly records: number },
  ctx: RouteContext,
): Promise<InstallTrial> {
  requireRight(ctx, connector.sampleResource)
  const { found, chosen, problems } = await prepare(deps, wish, ctx)
  const [problem] = problems
  if (problem) throw refuse('conflict.packageProblems', { field: problem.field, content: [...problems] })
  const { document } = found
  const read = await readObjects(document, () => undefined, ctx)
  const objects = read.map(each => ({ ...each, spec: fillParams(each.spec, document.manifest, wish.params) }))
  const signal = AbortSignal.any([ctx.signal, AbortSignal.timeout(PATIENCE_MS)])
  const trying = { engine: deps.engine, objects, chosen, records, signal }
  const flows: Tried[] = []
  for (const code of chooseFlows(document, wish.flows)) flows.push(await tryFlow(trying, document, code, ctx))
  return { flows }
}

interface Trying {
  readonly engine: Engine
  readonly objects: readonly PackageObject[]
  readonly chosen: Prepared['chosen']
  readonly records: number
  readonly signal: AbortSignal
}

async function tryFlow(
  { engine, objects, chosen, records: limit, signal }: Trying,
  { manifest }: SolutionPackage,
  code: string,
  ctx: RouteContext,
): Promise<Tried> {
  const flow = manifest.flows.find(each => each.strategy === code)
  const source = objects.find(each => each.kind === 'strategy' && each.key === code)?.spec['source']
  const slot = isObject(source) ? String(source['connector'] ?? '').replace(/^slot:/, '') : ''
  const place = chosen.get(slot)
  const title = flow ? sayPackage(flow.title, ctx.language) : code
  const told = { strategy: code, title, connector: place?.name ?? '', records: [], fields: [], message: '' }
  if (!place || isMadeLater(source)) return { ...told, state: 'later' }
  const { tenantId } = ctx.principal
  try {
    const { config, rules } = bindRules(objects, code)
    const { resource, options = {}, key, flatten } = config.source
    const query = { resource, options, key, limit, isForeign: true, ...(flatten === undefined ? {} : { flatten }) }
    const texts = (await untilLate(engine.connections.sample(tenantId, place.id, query), signal)).slice(0, limit)
    const made = await engine.strategies.mapTexts(tenantId, rules, texts, signal)
    const records = made.map((each, at) => describe(texts[at] ?? '', each, ctx))
    return { ...told, state: 'tried', records: records.map(shorten), fields: judgeFields(config, records) }
  } catch (error) {
    ctx.signal.throwIfAborted()
    const failure = toFailure(error)
    if (failure.code === 'sample.changes') return { ...told, state: 'unsent' }
    return { ...told, state: 'failed', message: readFailure(failure, ctx).message }
  }
}

/** An interface, a statement or an adapter that the package brings along, or what other strategies have stored. */
function isMadeLater(source: Json): boolean {
  if (!isObject(source)) return true
  const { resource, options } = source
  const adapter = isObject(options) ? options['adapter'] : undefined
  return /^(asset:|sql:|strategy\.)/.test(String(resource)) || (typeof adapter === 'string' && adapter !== '')
}

async function untilLate<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const late = new Promise<never>((_, reject) => {
    const give = () => reject(refuse('unavailable.late', { retry: 'later' }))
    if (signal.aborted) give()
    else signal.addEventListener('abort', give, { once: true })
  })
  work.catch(() => undefined) // told below where it is not late
  return Promise.race([work, late])
}

type Mapped = Awaited<ReturnType<Engine['strategies']['mapTexts']>>[number]

function describe(given: string, mapped: Mapped, { tell }: RouteContext): TriedRecord {
  if (mapped.kind === 'mapped') return { state: 'mapped', given, made: mapped.text, problems: [] }
  if (mapped.kind === 'dropped') return { state: 'dropped', given, made: '', problems: [] }
  const problems = mapped.problems.map(({ field, message }) => ({ field: field ?? '', message: tell(message) }))
  return { state: 'refused', given, made: '', problems }
}

const cut = (text: string): string => (text.length <= MOST_TEXT ? text : `${text.slice(0, MOST_TEXT - 1)}…`)
const shorten = (record: TriedRecord): TriedRecord => ({ ...record, given: cut(record.given), made: cut(record.made) })

/** Fields in the order of the mapping, then those that were copied. */
function judgeFields({ mapping }: StrategyConfig, records: readonly TriedRecord[]): Tried['fields'] {
  const made = records.flatMap(each => (each.state === 'mapped' ? [parseJson(each.made)] : []))
  const problems = records.flatMap(each => each.problems)
  const copied = made.flatMap(each => (isData(each) ? Object.keys(each) : []))
  const named = mapping.fields.map(each => each.target)
  const tops = new Set(named.map(each => each.split(/[.[]/)[0]))
  const names = [...new Set([...named, ...copied.filter(each => !tops.has(each)), ...problems.map(each => each.field)])]
  return names.slice(0, MOST_FIELDS).map(field => {
    const values = made.map(each => readAt(each, field.split('.')))
    const refused = problems.filter(each => each.field === field)
    const filled = values.filter(each => !isEmpty(each))
    return {
      field,
      filled: filled.length,
      empty: values.length - filled.length,
      refused: refused.length,
      example: filled[0] === undefined ? '' : cut(toJson(filled[0])),
      message: refused[0]?.message ?? '',
    }
  })
}

const isEmpty = (value: Value | undefined): boolean => value === undefined || value === null || value === ''

/** Of lines the first that has one. */
function readAt(value: Value | undefined, [step, ...rest]: readonly string[]): Value | undefined {
  if (step === undefined) return value
  if (Array.isArray(value))
    return (value as readonly Value[]).map(each => readAt(each, [step, ...rest])).find(each => !isEmpty(each))
  if (!isData(value)) return undefined
  const name = step.replace(/\[\]$/, '')
  return Object.hasOwn(value, name) ? readAt(value[name], rest) : undefined
}
