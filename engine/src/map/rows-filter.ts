import { type Condition, type Data, editionOf, Failure, type Mapping } from '@sluice/contract'
import type { MapProblem } from '../stage/map-problem.ts'
import { compileFields } from './compile-fields.ts'
import { compileFilter, type RowFilter } from './compile-filter.ts'
import { compileMapping } from './compile-mapping.ts'
import { splitDerived } from './derived-fields.ts'
import { listFinds, listLookups } from './list-references.ts'
import type { CompileOptions, Mapper } from './map-outcome.ts'

/** A row filter over many rows, which may ask for derived fields. */
export interface RowsFilter {
  /** Of each row: kept, left out, or why that cannot be told. */
  test(rows: readonly Data[], signal?: AbortSignal): Promise<readonly (boolean | MapProblem)[]>
  close(): void
}

type Conditions = readonly (readonly Condition[])[]

/** A mapping without derived fields leaves `derived.x` to the record. */
export const asksDerived = (conditions: Conditions, mapping: Pick<Mapping, 'derived'>): boolean =>
  (mapping.derived ?? []).length > 0 && listNames(conditions).length > 0

const listNames = (conditions: Conditions): string[] => [
  ...new Set(conditions.flat().flatMap(({ field }) => splitDerived(field)?.name ?? [])),
]

/**
 * Compiles a row filter with the derived fields that it asks for; they are worked out for the page at once.
 * @throws Failure 'filter.invalid' for a derived field that is not there or looks something up, 'mapping.invalid'
 */
export function compileRowsFilter(conditions: Conditions, mapping: Mapping, options: CompileOptions = {}): RowsFilter {
  const isMet = compileFilter(conditions, editionOf(mapping))
  if (!asksDerived(conditions, mapping)) return { test: async rows => rows.map(row => decide(isMet, row)), close() {} }
  const mapper = compileMapper(listNames(conditions), mapping, options)
  return {
    async test(rows, signal) {
      const outcomes = await mapper.mapPage(rows, signal)
      return rows.map((row, index) => {
        const outcome = outcomes[index]! // one per row
        return outcome.kind === 'mapped' ? decide(isMet, { ...row, derived: outcome.data }) : outcome.problems[0]! // a refusal has one
      })
    },
    close: () => mapper.close(),
  }
}

/** A value that the filter cannot compare refuses its row, not the page. */
function decide(isMet: RowFilter, row: Data): boolean | MapProblem {
  try {
    return isMet(row)
  } catch (error) {
    if (!(error instanceof Failure) || error.code !== 'filter.invalid') throw error
    const { code, message, field = 'source.filter', value } = error
    return { field, code, message, ...(value !== undefined && { value }) }
  }
}

function compileMapper(
  names: readonly string[],
  { derived = [], edition: own }: Mapping,
  options: CompileOptions,
): Mapper {
  const edition = own === undefined ? {} : { edition: own }
  const unknown = names.find(name => !derived.some(({ target }) => target === name))
  if (unknown !== undefined) throw refuse(`There is no derived field "${unknown}".`)
  const fields = names.map(name => ({
    target: name,
    value: { kind: 'template' as const, template: `{{derived.${name}}}` },
  }))
  const mapping: Mapping = { copyAll: false, fields, derived, ...edition }
  const needed = new Set(compileFields(mapping).derived)
  for (const field of derived)
    if (needed.has(field.target) && (listFinds([field]).length > 0 || listLookups([field]).length > 0))
      throw refuse(
        `The row filter uses the derived field "${field.target}", which looks something up; what is looked up may change, and a row is filtered once.`,
      )
  return compileMapping(mapping, options)
}

const refuse = (message: string): Failure => new Failure({ code: 'filter.invalid', message, field: 'source.filter' })
