import { inTurns } from '@sluice/connector-kit/turns'
import { allFields, type Data, DEFAULT_COMPUTE_MS, Failure } from '@sluice/contract'
import { type CompiledFields, compileFields } from './compile-fields.ts'
import type { FindAnswer, FindRecords, Found, Wants } from './find-answer.ts'
import { listExpressions } from './list-references.ts'
import type { BoundMapping } from './lookup-value.ts'
import type { CompileOptions, MapOutcome, Mapper } from './map-outcome.ts'
import { mapPlainly } from './map-plainly.ts'
import { mapScripted } from './map-scripted.ts'
import { mapWithWorkers, type PageMapper } from './map-with-workers.ts'

const DEFAULT_MEMORY_MB = 32

/** Milliseconds of computing beyond which no record goes, whatever its size and its mapping. */
let mostComputeMs = 60_000

/** The operator's own bound, for all mappings of this process. */
export const boundComputing = (mostMs: number): void => {
  mostComputeMs = mostMs
}

export const computingBound = (): number => mostComputeMs

/**
 * Compiles a mapping once for many pages. Declarative fields run on the caller's thread (about 1 µs per record of 12
 * fields), and so do expressions whose work the record bounds; a mapping with any other runs in workers, page by page,
 * under a watchdog.
 * @throws Failure 'mapping.invalid' naming the field whose template or expression cannot be
 */
export function compileMapping(mapping: BoundMapping, options: CompileOptions = {}): Mapper {
  const fields = compileFields(mapping)
  const { expressionFields } = fields
  const limits = {
    recordMemoryMb: DEFAULT_MEMORY_MB,
    mostCpuMs: mostComputeMs,
    ...options.limits,
    recordCpuMs: Math.min(mostComputeMs, options.limits?.recordCpuMs ?? mapping.computeMs ?? DEFAULT_COMPUTE_MS),
  }
  const mapPage: PageMapper =
    expressionFields.length === 0
      ? async (rows, now, signal, found) => {
          const outcomes: MapOutcome[] = []
          await inTurns(rows, row => outcomes.push(fields.mapRow(row, now, undefined, found)), signal)
          return outcomes
        }
      : openExpressions(mapping, mapWithWorkers({ mapping, limits, ...fields }))
  const now = options.now ?? (() => new Date())
  const closing = new AbortController()
  return {
    mapping,
    async mapPage(rows: readonly Data[], signal?: AbortSignal): Promise<readonly MapOutcome[]> {
      const either = signal ? AbortSignal.any([signal, closing.signal]) : closing.signal
      either.throwIfAborted()
      const at = now()
      const mapFields = async (records: readonly Data[]): Promise<readonly MapOutcome[]> => {
        const found = await findAll(fields, records, at, options.find, either)
        either.throwIfAborted()
        return mapPage(records, at, either, found)
      }
      return mapping.script
        ? mapScripted(mapping, rows, { now: at, mapFields, scripts: options.scripts, signal: either })
        : mapFields(rows)
    },
    close() {
      closing.abort(new Failure({ code: 'mapping.closed', message: 'The mapping was closed while it was in use.' }))
    },
  }
}

/** Expressions of more characters are explained by workers alone: each part is compiled once more. */
const EXPLAINED_HERE = 5000

const openExpressions = (mapping: BoundMapping, workers: PageMapper): PageMapper =>
  mapping.explain && listExpressions(allFields(mapping)).join('').length > EXPLAINED_HERE
    ? workers
    : mapPlainly(mapping, workers)

const NOTHING: FindAnswer = { hits: 0, record: null, values: {} }

/** Asks for the whole page at once; again only for what is asked with what was found. */
async function findAll(
  { collect, rounds }: CompiledFields,
  rows: readonly Data[],
  now: Date,
  find: FindRecords | undefined,
  signal: AbortSignal,
): Promise<Found | undefined> {
  if (collect === null) return undefined
  if (!find) throw new Error('mapping records whose look-ups nobody answers')
  const found = new Map<string, FindAnswer>()
  const taken = new Map<string, ReadonlySet<string>>()
  for (let round = 0; round < rounds; round++) {
    const wants: Wants = new Map()
    await inTurns(rows, row => collect(row, now, wants, found), signal)
    for (const [id, { take }] of wants) if ([...take].every(field => taken.get(id)?.has(field))) wants.delete(id)
    if (wants.size === 0) break
    const answers = await find(wants)
    for (const [id, { take }] of wants) {
      taken.set(id, take)
      found.set(id, answers.get(id) ?? NOTHING)
    }
  }
  return found
}
