import { type Data, Failure } from '@sluice/contract'
import { type CompiledFields, compileFields } from './compile-fields.ts'
import type { FindRecords, Found, Wants } from './find-answer.ts'
import type { BoundMapping } from './lookup-value.ts'
import type { CompileOptions, MapLimits, MapOutcome, Mapper } from './map-outcome.ts'
import { mapPlainly } from './map-plainly.ts'
import { mapWithWorkers, type PageMapper } from './map-with-workers.ts'

const DEFAULT_LIMITS: MapLimits = { recordCpuMs: 50, recordMemoryMb: 32 }

/**
 * Compiles a mapping once for many pages. Declarative fields run on the caller's thread (about 1 µs per record of 12
 * fields), and so do expressions whose work the record bounds; a mapping with any other runs in workers, page by page,
 * under a watchdog.
 * @throws Failure 'mapping.invalid' naming the field whose template or expression cannot be
 */
export function compileMapping(mapping: BoundMapping, options: CompileOptions = {}): Mapper {
  const fields = compileFields(mapping)
  const { expressionFields } = fields
  const limits = { ...DEFAULT_LIMITS, ...options.limits }
  const mapPage: PageMapper =
    expressionFields.length === 0
      ? async (rows, now, _signal, found) => rows.map(row => fields.mapRow(row, now, undefined, found))
      : mapPlainly(mapping, mapWithWorkers({ mapping, expressionFields, limits, collect: fields.collect }))
  const now = options.now ?? (() => new Date())
  const closing = new AbortController()
  return {
    mapping,
    async mapPage(rows: readonly Data[], signal?: AbortSignal): Promise<readonly MapOutcome[]> {
      const either = signal ? AbortSignal.any([signal, closing.signal]) : closing.signal
      either.throwIfAborted()
      const at = now()
      const found = await findAll(fields, rows, at, options.find)
      either.throwIfAborted()
      return mapPage(rows, at, either, found)
    },
    close() {
      closing.abort(new Failure({ code: 'mapping.closed', message: 'The mapping was closed while it was in use.' }))
    },
  }
}

/** Asks for the whole page at once. */
async function findAll(
  { collect }: CompiledFields,
  rows: readonly Data[],
  now: Date,
  find: FindRecords | undefined,
): Promise<Found | undefined> {
  if (collect === null) return undefined
  if (!find) throw new Error('mapping records whose look-ups nobody answers')
  const wants: Wants = new Map()
  for (const row of rows) collect(row, now, wants)
  return wants.size === 0 ? new Map() : find(wants)
}
