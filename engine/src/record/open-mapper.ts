import type { Database } from '@sluice/db'
import { type BoundMapping, compileMapping, type Mapper, readInTurns } from '../map/index.ts'
import { createRecordScripts } from '../script/record-scripts.ts'
import { createFinder } from './find-records.ts'

export interface MapperDeps {
  readonly database: Database
  /** Milliseconds. */
  now(): number
}

/**
 * Compiles a mapping outside of a run; its look-ups into other strategies read what is stored then. Close it.
 * @throws Failure where it cannot be compiled
 */
export async function openMapper(deps: MapperDeps, tenantId: string, mapping: BoundMapping): Promise<Mapper> {
  await readInTurns(mapping)
  return compileMapping(mapping, {
    now: () => new Date(deps.now()),
    scripts: createRecordScripts(tenantId),
    find: createFinder(work => deps.database.withTenant(tenantId, work), tenantId, mapping),
  })
}
