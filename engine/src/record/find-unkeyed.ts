import { ADAPTER_OPTION, type Data, editionOf, Failure, type Mapping, type SourceConfig } from '@sluice/contract'
import { asksDerived, compileFilter } from '../map/index.ts'
import { flattenRecords } from '../stage/flatten-record.ts'
import { askConditions, checkKey } from '../stage/read-row.ts'
import { recordKey } from '../stage/record-key.ts'

/** A row that a run will reject, by its place among those given. */
export interface Unkeyed {
  readonly at: number
  readonly failure: Failure
}

/**
 * Of rows that a strategy was given and has not read yet, those that its run will reject because nothing tells them from
 * others: what comes before the key is done as the run does it. Where only the run can tell, there is no verdict.
 */
export function findUnkeyed(
  { key, flatten = [], filter = [], options }: Pick<SourceConfig, 'key' | 'flatten' | 'filter' | 'options'>,
  mapping: Pick<Mapping, 'derived' | 'edition'>,
  rows: readonly Data[],
): readonly Unkeyed[] {
  // A script may give a row what it lacks.
  if (options[ADAPTER_OPTION] || asksDerived(filter, mapping)) return []
  const isTaken = filter.length === 0 ? () => true : compileFilter(filter, editionOf(mapping))
  return rows.flatMap((data, at) => {
    for (const row of flattenRecords([{ data }], flatten)) {
      // Of a row that the filter cannot compare the run says so itself.
      if (row.data === null || row.failure || askConditions(isTaken, row.data) !== true) continue
      const text = recordKey(row.data, key)
      const failure = text instanceof Failure ? text : checkKey(text, key)
      if (failure) return [{ at, failure }]
    }
    return []
  })
}
