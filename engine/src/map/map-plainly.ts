import { inTurns } from '@sluice/connector-kit/turns'
import type { Data } from '@sluice/contract'
import { type CompiledFields, compilePlainFields } from './compile-fields.ts'
import type { Found } from './find-answer.ts'
import type { BoundMapping } from './lookup-value.ts'
import type { MapOutcome } from './map-outcome.ts'
import type { PageMapper } from './map-with-workers.ts'
import { Unplain } from './plain-steps.ts'

/** What a record may grow by; larger ones take the long way, which counts exactly. */
const GROWTH_CHARS = 4_000_000
/** A mapping that leaves most of so many records to the workers is left to them altogether. */
const TRIAL_ROWS = 2000

/**
 * Pages of a mapping whose expressions are all plain: mapped on this thread in short turns, without the way to a worker
 * and back, which costs more than the mapping. Records that are not plain go through `workers` together.
 */
export function mapPlainly(mapping: BoundMapping, workers: PageMapper): PageMapper {
  const fields = compilePlainFields(mapping)
  if (!fields) return workers
  let tried = 0
  let left = 0
  return async (rows, now, signal, found) => {
    if (tried >= TRIAL_ROWS && left * 2 > tried) return workers(rows, now, signal, found)
    const outcomes = new Array<MapOutcome>(rows.length)
    const others: number[] = []
    const map = (row: Data, index: number): void => {
      const outcome = mapRow(fields, row, now, found)
      if (outcome) outcomes[index] = outcome
      else others.push(index)
    }
    await inTurns(rows, map, signal)
    tried += rows.length
    left += others.length
    if (others.length === 0) return outcomes
    const rest = others.map(index => rows[index]!) // indexes of rows
    for (const [at, outcome] of (await workers(rest, now, signal, found)).entries()) outcomes[others[at]!] = outcome // one each
    return outcomes
  }
}

/** null: the record takes the long way. */
function mapRow(fields: CompiledFields, row: Data, now: Date, found: Found | undefined): MapOutcome | null {
  try {
    const outcome = fields.mapRow(row, now, GROWTH_CHARS, found)
    // What is too large is measured by other bounds in a worker.
    const isTooLarge = outcome.kind === 'refused' && outcome.problems.some(({ code }) => code === 'mapping.tooLarge')
    return isTooLarge ? null : outcome
  } catch (error) {
    if (error instanceof Unplain) return null
    throw error
  }
}
