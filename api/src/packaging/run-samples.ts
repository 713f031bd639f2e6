import { newId, parseJson, type SolutionPackage, StrategyConfig, toJson, type Value } from '@sluice/contract'
import type { BoundRules, Engine } from '@sluice/engine'
import type { Reader } from '../http/read-content.ts'
import { isObject, type Json, type JsonObject, resolveConfig } from '../modules/admin/config/index.ts'
import { fillParams } from './bind-package.ts'
import { type PackageObject, readObjects } from './package-objects.ts'

/** How one sample came out. */
export interface SampleOutcome {
  readonly strategy: string
  readonly title: string
  readonly ok: boolean
  /** Lossless JSON; null: it was refused or left out. */
  readonly made: string | null
  /** Why it is not as expected; empty when it is. */
  readonly message: string
}

type Running = Reader & {
  readonly engine: Pick<Engine, 'strategies'>
  /** A finished sentence in the reader's language. */
  tell(sentence: string): string
}

/**
 * Every sample through the mapping that the package brings, with its own value maps: nothing is asked of the tenant's
 * objects or connected systems. What looks records up in other strategies finds none.
 */
export async function runSamples(
  document: SolutionPackage,
  title: (sample: SolutionPackage['manifest']['samples'][number]) => string,
  running: Running,
): Promise<SampleOutcome[]> {
  const objects = await readObjects(document, () => undefined, running)
  const outcomes: SampleOutcome[] = []
  for (const sample of document.manifest.samples) {
    const told = { strategy: sample.strategy, title: title(sample) }
    try {
      const filled = objects.map(each => ({ ...each, spec: fillParams(each.spec, document.manifest, sample.params) }))
      const { config, rules: bound } = bindRules(filled, sample.strategy)
      // A sample is of the mapping; what the source's filter leaves out is asked only where the sample is about that.
      const rules = { ...bound, filter: sample.refused === DROPPED ? (config.source.filter ?? []) : [] }
      const [made] = await running.engine.strategies.mapTexts(
        running.principal.tenantId,
        rules,
        [sample.given],
        running.signal,
      )
      if (made) outcomes.push({ ...told, ...judge(sample, made, running) })
    } catch (error) {
      running.signal.throwIfAborted()
      outcomes.push({ ...told, ok: false, made: null, message: running.tell(String((error as Error).message)) })
    }
  }
  return outcomes
}

type Sample = SolutionPackage['manifest']['samples'][number]
type Mapped = Awaited<ReturnType<Engine['strategies']['mapTexts']>>[number]

function judge(
  { expected, refused }: Sample,
  made: Mapped,
  { tell }: Running,
): Omit<SampleOutcome, 'strategy' | 'title'> {
  if (made.kind === 'dropped')
    return { ok: refused === DROPPED, made: null, message: refused === DROPPED ? '' : DROPPED }
  if (made.kind === 'refused') {
    const [problem] = made.problems
    const ok = refused !== undefined && made.problems.some(each => each.code === refused)
    return {
      ok,
      made: null,
      message: ok ? '' : `${problem?.field ?? ''}: ${tell(problem?.message ?? '')} (${problem?.code ?? ''})`,
    }
  }
  const ok = expected !== undefined && sortJson(expected) === sortJson(made.text)
  return { ok, made: made.text, message: ok ? '' : (expected ?? refused ?? '') }
}

/** What `refused` says of a record that the filter leaves out. */
const DROPPED = 'dropped'

const sortJson = (text: string): string => toJson(sorted(parseJson(text)))

function sorted(value: Value): Value {
  if (Array.isArray(value)) return value.map(sorted)
  if (!isObject(value) || Object.getPrototypeOf(value) !== Object.prototype) return value
  const entries = Object.entries(value as Readonly<Record<string, Value>>)
  return Object.fromEntries(
    entries.sort(([one], [other]) => (one < other ? -1 : 1)).map(([key, each]) => [key, sorted(each)]),
  )
}

/** A strategy's rules with ids made up for what it names. @throws Failure where it cannot be read */
export function bindRules(
  objects: readonly PackageObject[],
  code: string,
): { readonly config: StrategyConfig; readonly rules: BoundRules } {
  const ids = new Map<string, string>()
  const idOf = (kind: string, key: string): string => {
    const name = `${kind} ${key}`
    const id = ids.get(name) ?? newId()
    ids.set(name, id)
    return id
  }
  const strategy = objects.find(each => each.kind === 'strategy' && each.key === code)
  const { name: _name, group: _group, remark: _remark, tags: _tags, ...spec } = strategy?.spec ?? {}
  const config = StrategyConfig.parse(resolveConfig(spec, (kind, key) => ({ id: idOf(kind, key), version: 1 })))
  const maps = objects.filter(each => each.kind === 'mapping').map(each => loadMap(each, idOf('mapping', each.key)))
  const strategies = objects.flatMap(({ kind, key, spec: { source } }) =>
    kind === 'strategy' ? [{ id: idOf(kind, key), name: key, ...readKey(source) }] : [],
  )
  const rules = { mapping: { ...config.mapping, maps, strategies }, filter: config.source.filter ?? [] }
  return { config, rules }
}

/** By what other strategies find its records. */
function readKey(source: Json): { key: string[]; number: string | null } {
  const { key, number } = isObject(source) ? source : {}
  return {
    key: Array.isArray(key) ? key.map(String) : [],
    number: typeof number === 'string' ? number : null,
  }
}

type LoadedMap = NonNullable<BoundRules['mapping']['maps']>[number]

/** As the product keeps a value map. */
function loadMap({ key, spec }: PackageObject, id: string): LoadedMap {
  const lines = Array.isArray(spec['lines']) ? (spec['lines'] as readonly Json[]).filter(isObject) : []
  const text = (each: JsonObject, name: string): string => String(each[name] ?? '')
  return {
    ...{ id, name: key, version: 1 },
    case_sensitive: spec['case_sensitive'] !== false,
    trim: spec['trim'] === true,
    on_miss: spec['on_miss'] === 'keep' || spec['on_miss'] === 'default' ? spec['on_miss'] : 'error',
    default_a: text(spec, 'default_a'),
    default_b: text(spec, 'default_b'),
    lines: lines
      .filter(each => each['enabled'] !== false)
      .map((each, index): LoadedMap['lines'][number] => [String(index), text(each, 'a'), text(each, 'b')]),
  }
}
