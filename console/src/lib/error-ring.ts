/** One step of a trace. */
export interface TraceEntry {
  readonly function: string
  readonly file: string
  readonly line: string
}

/** A server exception as the notice bell shows it. Spec §3 exception notice, §8 HTTP 500. */
export interface StoredException {
  readonly time: string
  /** The call that failed: `POST /api/…`. */
  readonly path: string
  readonly message: string
  readonly exception: string
  readonly file: string
  readonly line: string
  readonly trace: readonly TraceEntry[]
}

const LIMIT = 10
const keyAt = (index: number): string => `errorKey${index + 1}`

/** Keeps an exception in the ring: a free key, or the place of the oldest. */
export function storeException(path: string, body: unknown, now: Date = new Date()): void {
  const entry = { ...readBody(body), path, time: now.toISOString() }
  const slots = Array.from({ length: LIMIT }, (_, index) => readSlot(index))
  const free = slots.indexOf(null)
  const oldest = slots.reduce((best, slot, index) => ((slot?.time ?? '') < (slots[best]?.time ?? '') ? index : best), 0)
  try {
    localStorage.setItem(keyAt(free < 0 ? oldest : free), JSON.stringify(entry))
  } catch {
    // The browser's storage is full. The exception itself still reaches its caller.
  }
}

/** Newest first. */
export function readExceptions(): StoredException[] {
  return Array.from({ length: LIMIT }, (_, index) => readSlot(index))
    .filter(slot => slot !== null)
    .sort((a, b) => b.time.localeCompare(a.time))
}

export function clearExceptions(): void {
  for (let index = 0; index < LIMIT; index += 1) localStorage.removeItem(keyAt(index))
}

function readSlot(index: number): StoredException | null {
  const text = localStorage.getItem(keyAt(index))
  if (text === null) return null
  try {
    const value = asRecord(JSON.parse(text))
    return { ...readBody(value), path: asText(value['path']), time: asText(value['time']) }
  } catch {
    return null // another program's text under our key
  }
}

/** Our envelope, or any far error body with the same words in it. */
function readBody(body: unknown): Omit<StoredException, 'path' | 'time'> {
  const envelope = asRecord(body)
  const content: unknown = Array.isArray(envelope['content']) ? envelope['content'][0] : envelope['content']
  const value = { ...envelope, ...asRecord(content) }
  const trace = Array.isArray(value['trace']) ? value['trace'] : []
  return {
    message: asText(value['message']),
    exception: asText(value['exception'] ?? value['code']),
    file: asText(value['file']),
    line: asText(value['line']),
    trace: trace.map(readTraceEntry),
  }
}

/** A far server's trace may be bare lines. */
function readTraceEntry(entry: unknown): TraceEntry {
  if (typeof entry === 'string') return { function: entry, file: '', line: '' }
  const { function: name, file, line } = asRecord(entry)
  return { function: asText(name), file: asText(file), line: asText(line) }
}

const asText = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : '')
const asRecord = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? { ...value } : {}
