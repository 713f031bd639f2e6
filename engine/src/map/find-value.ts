import { type FindValue, type MappingField, readFindText, toText, type Value } from '@sluice/contract'
import { isOpen } from './ask-derived.ts'
import { compileTemplate, type TemplatePlace } from './compile-template.ts'
import { showJson } from './explain.ts'
import type { FindAnswer, FindWant, LoadedStrategy, Wants } from './find-answer.ts'
import { Refusal } from './refusal.ts'
import { type Collect, type Evaluate, fullPath, type Scope } from './scope.ts'

/** Fields of a stored record that are not in what was read. */
export const recordFields = ['$key', '$number', '$target'] as const

/** The look-up that a field is, in either of its two forms; null: none. @throws RangeError */
export function readFind({ value }: MappingField): FindValue | null {
  if (value.kind === 'find') return value
  return value.kind === 'template' ? readFindText(value.template) : null
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
  /** Derived fields that it asks with. */
  readonly names: ReadonlySet<string>
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
  const question = openQuestion(find, strategies)
  // What is asked with is told by the note of the look-up, not by steps of its own.
  const names = new Set<string>()
  const bare = { ...place, watch: undefined, derived: { ...place.derived, used: names, isAsking: true } }
  const reads = find.where.map(({ equals }) => compileTemplate(equals, bare))
  for (const name of names) place.derived.used.add(name)
  const ask = (scope: Scope): readonly (Value | undefined)[] | Refusal => {
    const values: (Value | undefined)[] = []
    for (const read of reads) {
      const value = read(scope)
      if (value instanceof Refusal) return value
      values.push(value)
    }
    return values
  }
  return {
    names,
    collect(scope, wants) {
      if (isOpen(scope, names)) return
      const values = ask(scope)
      if (!(values instanceof Refusal)) question.collect(values, wants)
    },
    make(scope) {
      const values = ask(scope)
      if (values instanceof Refusal) return values
      return question.isAsked(values, scope) ? question.answer(values, scope, path) : notAsked(values, scope)
    },
  }
}

/** What it is asked with was not there when the page was asked. */
export function notAsked(values: readonly (Value | undefined)[], { record }: Scope): Refusal {
  record.isWaiting = true
  return new Refusal(
    'mapping.findKey',
    'is what find() could not work out before the page was asked; make its key of fields by fewer steps',
    values.map(value => toText(value)).join(', '),
  )
}

/** One look-up, whatever it is asked with: a value for each of its conditions. */
export interface Question {
  collect(values: readonly (Value | undefined)[], wants: Wants): void
  /** With the answers of the page; `path`: the target field. */
  answer(values: readonly (Value | undefined)[], scope: Scope, path: string): Value | undefined | Refusal
  /** Nothing is to be asked with these values, or it has been asked with them. */
  isAsked(values: readonly (Value | undefined)[], scope: Scope): boolean
}

/** @throws RangeError with a sentence for the user */
export function openQuestion(find: FindValue, strategies: readonly LoadedStrategy[] | undefined): Question {
  const strategy = strategies?.find(each => each.id === find.strategy_id)
  if (strategies !== undefined) requireWay(find, strategy)
  const { field: take, strategy_id: strategyId } = find
  const toQuery = (values: readonly (Value | undefined)[]): (Pick<FindWant, 'where'> & { id: string }) | null => {
    if (values.some(isEmpty)) return null
    const where = values.map((value, index): [string, string] => [find.where[index]!.field, toText(value)]) // one each
    return { where, id: JSON.stringify([strategyId, where]) }
  }
  const name = strategy?.name ?? ''
  const end = compileEnd(find, name)
  return {
    collect(values, wants) {
      const query = toQuery(values)
      if (query === null) return
      const want = wants.get(query.id)
      if (want) want.take.add(take)
      else wants.set(query.id, { strategyId, where: query.where, take: new Set([take]) })
    },
    isAsked(values, scope) {
      const query = toQuery(values)
      return query === null || scope.record.found?.has(query.id) === true
    },
    answer(values, scope, path) {
      const query = toQuery(values)
      const answer = query === null ? undefined : scope.record.found?.get(query.id)
      const asked = find.where.map(({ field }, index) => ({ field, value: values[index] }))
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
