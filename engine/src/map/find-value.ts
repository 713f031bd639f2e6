import { type FindValue, type MappingField, readFindText, toText, type Value } from '@sluice/contract'
import { compileTemplate, type TemplatePlace } from './compile-template.ts'
import { showJson } from './explain.ts'
import type { FindAnswer, FindWant, LoadedStrategy } from './find-answer.ts'
import { Refusal } from './refusal.ts'
import { type Collect, type Evaluate, fullPath, type Scope } from './scope.ts'

/** Fields of a stored record that are not in what was read. */
export const recordFields = ['$key', '$number', '$target'] as const

/** The look-up that a field is, in either of its two forms; null: none. @throws RangeError */
export function readFind({ value }: MappingField): FindValue | null {
  if (value.kind === 'find') return value
  return value.kind === 'template' ? readFindText(value.template) : null
}

/** Every look-up of a mapping into other strategies; a text that begins as one and is not counts as none. */
export function listFinds(fields: readonly MappingField[]): FindValue[] {
  return fields.flatMap(field => {
    const { value } = field
    if (value.kind === 'lines' || value.kind === 'object') return listFinds(value.fields)
    try {
      return readFind(field) ?? []
    } catch {
      return []
    }
  })
}

/** By what the index finds the records of a look-up; null: by nothing it has. */
export type FindWay = { readonly by: 'key' | 'number'; readonly fields: readonly string[] }

export function findWay(
  names: readonly string[],
  { key, number }: Pick<LoadedStrategy, 'key' | 'number'>,
): FindWay | null {
  if (names.includes('$key')) return { by: 'key', fields: ['$key'] }
  if (key.length > 0 && key.every(name => names.includes(name))) return { by: 'key', fields: key }
  if (names.includes('$number')) return { by: 'number', fields: ['$number'] }
  return number !== null && names.includes(number) ? { by: 'number', fields: [number] } : null
}

export interface CompiledFind {
  readonly make: Evaluate
  readonly collect: Collect
}

/**
 * @param strategies of the mapping's binding; undefined: it is not bound, and compiles without being run
 * @throws RangeError with a sentence for the user
 */
export function compileFind(
  find: FindValue,
  path: string,
  place: TemplatePlace,
  strategies: readonly LoadedStrategy[] | undefined,
): CompiledFind {
  const strategy = strategies?.find(each => each.id === find.strategy_id)
  if (strategies !== undefined) requireWay(find, strategy)
  const { field: take, strategy_id: strategyId } = find
  // What is asked with is told by the note of the look-up, not by steps of its own.
  const bare = { ...place, watch: undefined, derived: { ...place.derived, isAsking: true } }
  const conditions = find.where.map(({ field, equals }) => ({ field, read: compileTemplate(equals, bare) }))
  const ask = (scope: Scope): readonly (Value | undefined)[] | Refusal => {
    const values: (Value | undefined)[] = []
    for (const { read } of conditions) {
      const value = read(scope)
      if (value instanceof Refusal) return value
      values.push(value)
    }
    return values
  }
  const toQuery = (values: readonly (Value | undefined)[]): Pick<FindWant, 'where'> & { id: string } => {
    const where = values.map((value, index): [string, string] => [conditions[index]!.field, toText(value)]) // one each
    return { where, id: JSON.stringify([strategyId, where]) }
  }
  const name = strategy?.name ?? ''
  const end = compileEnd(find, name)
  return {
    collect(scope, wants) {
      const values = ask(scope)
      if (values instanceof Refusal || values.some(isEmpty)) return
      const { id, where } = toQuery(values)
      const want = wants.get(id)
      if (want) want.take.add(take)
      else wants.set(id, { strategyId, where, take: new Set([take]) })
    },
    make(scope) {
      const values = ask(scope)
      if (values instanceof Refusal) return values
      const query = values.some(isEmpty) ? null : toQuery(values)
      const answer = query === null ? undefined : scope.record.found?.get(query.id)
      const asked = conditions.map(({ field }, index) => ({ field, value: values[index] }))
      const made = end(answer, asked)
      const { trace } = scope.record
      if (trace) {
        scope.record.finds ??= []
        const where = asked.map(({ field, value }) => ({ field, value: isEmpty(value) ? null : toText(value) }))
        const refused = made instanceof Refusal ? { refusal: made.rule } : {}
        const after = made instanceof Refusal ? null : showJson(made)
        const index = scope.record.finds.push({
          ...{ field: fullPath(scope, path), strategyId, strategyName: name, where, take },
          ...{ hits: answer?.hits ?? 0, record: answer?.record ?? null },
          policy: hasValue(answer, take) ? null : (find.onMiss ?? 'empty'),
          value: after,
        })
        trace.note({ kind: 'find', rule: take, after, find: index - 1, ...refused })
      }
      return made
    },
  }
}

function requireWay(find: FindValue, strategy: LoadedStrategy | undefined): void {
  if (!strategy) throw new RangeError('The strategy it looks into does not exist any more.')
  if (
    findWay(
      find.where.map(({ field }) => field),
      strategy,
    ) === null
  )
    throw new RangeError(
      `The look-up into "${strategy.name}" names neither its key (${strategy.key.join(', ')}) nor its number (${strategy.number ?? '—'}).`,
    )
}

const isEmpty = (value: Value | undefined): boolean => value === undefined || value === null || value === ''

const hasValue = (answer: FindAnswer | undefined, take: string): boolean =>
  answer !== undefined && Object.hasOwn(answer.values, take) && !isEmpty(answer.values[take])

interface Asked {
  readonly field: string
  readonly value: Value | undefined
}

type End = (answer: FindAnswer | undefined, asked: readonly Asked[]) => Value | undefined | Refusal

/** `mapping.notFound` heals when the other strategy gets its record; the refused record waits for that. */
function compileEnd({ field: take, onMiss, default: given, onMany }: FindValue, name: string): End {
  return (answer, asked) => {
    if (answer && answer.hits > 1 && onMany === 'error')
      return new Refusal('mapping.manyFound', `fits several records of the strategy "${name}"`, describeAsked(asked))
    if (hasValue(answer, take)) return answer?.values[take]
    if (onMiss === 'default') return given ?? ''
    if (onMiss !== 'error') return undefined
    if (!answer?.record)
      return new Refusal('mapping.notFound', `is found in no record of the strategy "${name}"`, describeAsked(asked))
    const rule =
      take === '$target'
        ? `has not been written by the strategy "${name}" yet`
        : `has nothing in "${take}" in the strategy "${name}"`
    return new Refusal('mapping.notFound', rule, describeAsked(asked))
  }
}

const describeAsked = (asked: readonly Asked[]): string =>
  asked.length === 1 ? toText(asked[0]?.value) : asked.map(({ field, value }) => `${field}=${toText(value)}`).join(', ')
