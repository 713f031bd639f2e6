import { inTurns, isLargeText, openTurn, parseJsonInTurns, toJsonInTurns } from '@sluice/connector-kit/turns'
import { allFields, type Data, Failure, type Mapping, parseJson, toJson, type Value } from '@sluice/contract'
import type { CompiledFields } from './compile-fields.ts'
import type { Found, Wants } from './find-answer.ts'
import { listExpressions } from './list-references.ts'
import type { MapLimits, MapOutcome } from './map-outcome.ts'
import { type HostEnd, runOnHost } from './worker-hosts.ts'
import type { ChunkAnswer } from './worker-mapping.ts'
import type { ChunkEnd } from './worker-pool.ts'

/** What the pages of one mapping with expressions share. */
export interface WorkerMapping {
  readonly mapping: Mapping
  readonly limits: MapLimits & { readonly mostCpuMs: number }
  /** Target paths of the expressions, by number. */
  readonly expressionFields: readonly string[]
  readonly collect: CompiledFields['collect']
  readonly countValues: CompiledFields['countValues']
}

/** A chunk is what a worker gets at once: small enough that running it again costs little. */
const CHUNK_ROWS = 256
const CHUNK_CHARS = 524_288

/** Records above this are refused: their memory in a worker, about 40 times their text, could not be bounded. */
const MAX_RECORD_CHARS = 16_000_000

/** A worker's own code and the answer under way, measured at 20 MB. */
const BASE_HEAP_MB = 48

/** JSON of small numbers grows about 40 times when it becomes values. */
const HEAP_PER_CHAR_MB = 40 / 1_000_000

/** Large records get more time: the budget is meant for up to so many characters, and for so many values in lines. */
const CHARS_PER_BUDGET = 100_000
const VALUES_PER_BUDGET = 5_000

/** Its programs take a quarter of this; workers keep those of several mappings. */
const HEAP_PER_CODE_MB = 0.0005

/** Each value in lines may grow the record by so many characters, and the heap by what they take beside others. */
const CHARS_PER_VALUE = 64
const HEAP_PER_VALUE_MB = 0.0003
/** Values beyond give a record no more memory. */
const MAX_VALUES = 1_000_000

export type PageMapper = (
  rows: readonly Data[],
  now: Date,
  signal?: AbortSignal,
  found?: Found,
) => Promise<readonly MapOutcome[]>

/** Maps pages in workers. A record whose expressions break their budget is refused; all others are mapped. */
export function mapWithWorkers(shared: WorkerMapping): PageMapper {
  const mappingId = nextMappingId++
  const mappingJson = JSON.stringify(shared.mapping)
  const codeMb = listExpressions(allFields(shared.mapping)).join('').length * HEAP_PER_CODE_MB
  return async (rows, now, signal, found) => {
    const page: Page = {
      ...shared,
      mappingId,
      mappingJson,
      codeMb,
      nowMs: now.getTime(),
      foundOf: records =>
        pickFound(
          shared.collect,
          records.map(({ index }) => rows[index]!),
          { now, found, signal },
        ), // of rows
      outcomes: new Array(rows.length),
      signal,
    }
    const chunks = await makeChunks(rows, page)
    await Promise.all(chunks.map(chunk => mapRecords(chunk, page)))
    return page.outcomes.map(outcome => outcome ?? unmapped())
  }
}

let nextMappingId = 1

interface Page extends WorkerMapping {
  readonly mappingId: number
  readonly mappingJson: string
  /** Heap for its programs. */
  readonly codeMb: number
  readonly nowMs: number
  /** JSON text of what the look-ups of some records have found. */
  foundOf(records: readonly PageRecord[]): Promise<string | undefined>
  readonly outcomes: (MapOutcome | undefined)[]
  readonly signal: AbortSignal | undefined
}

/** What these records look up, and not what all of the page do: each chunk carries its own. */
async function pickFound(
  collect: WorkerMapping['collect'],
  rows: readonly Data[],
  { now, found, signal }: { now: Date; found: Found | undefined; signal: AbortSignal | undefined },
): Promise<string | undefined> {
  if (!collect || !found) return undefined
  const wants: Wants = new Map()
  await inTurns(rows, row => collect(row, now, wants, found), signal)
  const answers = Array.from(wants.keys(), id => [id, found.get(id)]).filter(([, answer]) => answer !== undefined)
  // Nothing but JSON and values of records.
  return toJson(answers as unknown as Value)
}

interface PageRecord {
  /** Its place in the page. */
  readonly index: number
  readonly json: string
  /** That its lines make. */
  readonly values: number
}

/** Consecutive records in bundles; records that cannot travel are refused at once. */
async function makeChunks(rows: readonly Data[], page: Page): Promise<PageRecord[][]> {
  const chunks: PageRecord[][] = []
  let chars = 0
  const turn = openTurn(page.signal)
  for (const [index, row] of rows.entries()) {
    if (turn.isOver()) await turn.give()
    const json = await writeRow(row)
    if (json === undefined || json.length > MAX_RECORD_CHARS) {
      page.outcomes[index] = refuseSize(json)
      continue
    }
    const values = page.countValues?.(row, new Date(page.nowMs)) ?? 0
    const last = chunks.at(-1)
    if (last && last.length < CHUNK_ROWS && chars + json.length <= CHUNK_CHARS) last.push({ index, json, values })
    else chunks.push([{ index, json, values }])
    chars = last === chunks.at(-1) ? chars + json.length : json.length
  }
  return chunks
}

/** undefined when the row is nested too deeply to be written. */
async function writeRow(row: Data): Promise<string | undefined> {
  try {
    return await toJsonInTurns(row)
  } catch {
    return undefined
  }
}

async function mapRecords(records: readonly PageRecord[], page: Page, isSuspect = false): Promise<void> {
  let left = records
  while (left.length > 0) {
    const tried = left
    const end = await runRecords(tried, page, isSuspect)
    if (end.kind === 'died') return mapAfterDeath(records, page, isSuspect)
    const broken = end.kind === 'broken' ? tried[end.index] : undefined
    if (end.kind === 'broken' && broken) await settleBroken(broken, end, tried.length, page)
    left = tried.filter(record => page.outcomes[record.index] === undefined)
    if (end.kind === 'done' && left.length > 0) throw unmappedError()
  }
}

/**
 * The process ended, perhaps by what others did in it: the records that it left go through one where nothing is beside
 * them, and by halves where that ends too. What it answered counts: mapping is pure.
 */
async function mapAfterDeath(records: readonly PageRecord[], page: Page, isSuspect: boolean): Promise<void> {
  const left = records.filter(record => page.outcomes[record.index] === undefined)
  const [first] = left
  if (!isSuspect || first === undefined) return mapRecords(left, page, true)
  if (left.length === 1) {
    page.outcomes[first.index] = refuseDeath(page)
    return
  }
  const middle = Math.ceil(left.length / 2)
  await mapRecords(left.slice(0, middle), page, true)
  await mapRecords(left.slice(middle), page, true)
}

/** Memory may have been used up by others of the chunk, so that record gets a worker of its own before it is blamed. */
async function settleBroken(
  record: PageRecord,
  end: ChunkEnd & { kind: 'broken' },
  together: number,
  page: Page,
): Promise<void> {
  if (end.limit === 'memory' && together > 1) return mapRecords([record], page)
  page.outcomes[record.index] = refuseBudget(page, end, record)
}

async function runRecords(records: readonly PageRecord[], page: Page, isSuspect: boolean): Promise<HostEnd> {
  const rowsJson = `[${records.map(record => record.json).join(',')}]`
  const { mappingId, mappingJson, codeMb, nowMs, limits } = page
  const foundJson = await page.foundOf(records)
  const values = Math.min(MAX_VALUES, Math.max(0, ...records.map(record => record.values)))
  const extraChars = Math.max(0, rowsJson.length + (foundJson?.length ?? 0) - CHUNK_CHARS)
  // The worker wrote a list of outcomes; reading it back restores exact numbers and bytes.
  const take = (first: number, outcomes: Value): void => {
    for (const [offset, outcome] of (outcomes as unknown as readonly MapOutcome[]).entries()) {
      const record = records[first + offset]
      if (record) page.outcomes[record.index] = outcome
    }
  }
  const large: ChunkAnswer[] = []
  const end = await runOnHost(
    {
      chunk: { mappingId, nowMs, rowsJson, foundJson, valueChars: values * CHARS_PER_VALUE },
      mappingJson,
      heapMb: Math.ceil(
        BASE_HEAP_MB + codeMb + limits.recordMemoryMb + extraChars * HEAP_PER_CHAR_MB + values * HEAP_PER_VALUE_MB,
      ),
      cpuMs: records.map(record => budgetOf(record, limits)),
      isSuspect,
      onAnswer(answer) {
        if (isLargeText(answer.outcomesJson)) large.push(answer)
        else take(answer.first, parseJson(answer.outcomesJson))
      },
    },
    page.signal,
  )
  for (const { first, outcomesJson } of large) take(first, await parseJsonInTurns(outcomesJson))
  return end
}

/** Milliseconds of computing, by the record's size alone: the same on every machine. */
const budgetOf = ({ json, values }: PageRecord, { recordCpuMs, mostCpuMs }: WorkerMapping['limits']): number =>
  Math.min(mostCpuMs, Math.ceil(recordCpuMs * Math.max(1, json.length / CHARS_PER_BUDGET, values / VALUES_PER_BUDGET)))

function refuseBudget(page: Page, end: ChunkEnd & { kind: 'broken' }, record: PageRecord): MapOutcome {
  const field = page.expressionFields[end.expression] ?? page.expressionFields[0] ?? ''
  const { recordCpuMs, mostCpuMs, recordMemoryMb } = page.limits
  const message =
    end.limit === 'time'
      ? `Field "${field}": the expression was stopped because it took more than the ${budgetOf(record, page.limits)} ms of computing that a record of this size has. Make it loop over less, or give the mapping more: computeMs is ${recordCpuMs} and may be up to ${mostCpuMs}.`
      : `Field "${field}": the expression was stopped because it took more than the ${recordMemoryMb} MB of memory that one record has. Make it loop over less.`
  return { kind: 'refused', problems: [{ field, code: 'mapping.expressionTimeout', message }] }
}

function refuseDeath(page: Page): MapOutcome {
  const [field = ''] = page.expressionFields
  const message = `Field "${field}": the expressions ended the process they were worked out in. Make them smaller.`
  return { kind: 'refused', problems: [{ field, code: 'mapping.expressionCrash', message }] }
}

function refuseSize(json: string | undefined): MapOutcome {
  const reason =
    json === undefined
      ? 'is nested too deeply'
      : `has ${json.length} characters; expressions take records of up to ${MAX_RECORD_CHARS}`
  return {
    kind: 'refused',
    problems: [{ field: '', code: 'mapping.tooLarge', message: `The record ${reason}. Map it by templates only.` }],
  }
}

const unmappedError = (): Error => new Error('mapping a chunk whose worker left records out')

function unmapped(): never {
  throw new Failure({ code: 'internal', message: 'A record was left unmapped.', cause: unmappedError() })
}
