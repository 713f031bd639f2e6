import { setImmediate } from 'node:timers/promises'
import { ADAPTER_OPTION, isData, parseJson, type StrategyConfig, toJson } from '@sluice/contract'
import { type BoundRules, type Engine, findUnkeyed } from '@sluice/engine'
import type { CallerBreak } from './judge-use.ts'
import type { SentRow } from './use-rows.ts'

/** A field that would be written otherwise: no call fails by it. */
export interface ChangedField {
  readonly field: string
  readonly count: number
  /** Of the first. */
  readonly key: string | null
  readonly before: string | null
  readonly after: string | null
}

export interface JudgedSent {
  readonly breaks: CallerBreak[]
  readonly changed: ChangedField[]
  readonly tried: number
  /** Records of which nobody can say what would become. */
  readonly untried: number
}

interface Rules {
  readonly config: StrategyConfig
  readonly rules: BoundRules
}

type Strategies = Pick<Engine['strategies'], 'mapTexts'>

interface Sides {
  readonly before: Rules
  readonly after: Rules
}

/** So many characters of what was sent are read before others have their turn: applications decide how large it is. */
const TURN_CHARS = 256 * 1024

/** Records that were sent, taken and mapped as the strategy is and as it would be. Nothing is written. */
export async function judgeSent(
  strategies: Strategies,
  tenantId: string,
  rows: readonly SentRow[],
  sides: Sides,
): Promise<JudgedSent> {
  const tally = new Tally()
  let untried = 0
  for (const part of splitTurns(rows)) {
    await setImmediate()
    untried += await judgePart(strategies, tenantId, part, sides, tally)
  }
  return tally.sum(rows.length - untried, untried)
}

function splitTurns(rows: readonly SentRow[]): SentRow[][] {
  const parts: SentRow[][] = []
  let chars = Number.POSITIVE_INFINITY
  for (const row of rows) {
    if (chars + row.body.length > TURN_CHARS) {
      parts.push([])
      chars = 0
    }
    parts.at(-1)!.push(row) // the first row begins one
    chars += row.body.length
  }
  return parts
}

/** @returns of how many nobody can say what would become */
async function judgePart(
  strategies: Strategies,
  tenantId: string,
  rows: readonly SentRow[],
  { before, after }: Sides,
  tally: Tally,
): Promise<number> {
  const keyed = rows.filter(row => {
    if (isUnkeyed(before, row) !== null) return false
    const missing = isUnkeyed(after, row)
    if (missing !== null) tally.break('required', missing, row)
    return missing === null
  })
  // A run makes several records of one, or another one, before it is mapped.
  if (isRemade(before) || isRemade(after)) return keyed.length
  const texts = keyed.map(({ body }) => body)
  const old = await strategies.mapTexts(tenantId, before.rules, texts)
  const next = await strategies.mapTexts(tenantId, after.rules, texts)
  for (const [at, row] of keyed.entries()) {
    const [was, is] = [old[at], next[at]]
    if (was?.kind !== 'mapped' || !is) continue
    if (is.kind === 'dropped') tally.break('dropped', '', row)
    else if (is.kind === 'refused') tally.break('refused', is.problems[0]?.field ?? '', row, is.problems[0]?.message)
    else tally.compare(was.text, is.text, row)
  }
  return 0
}

/** The field without which a run rejects it. */
function isUnkeyed({ config: { source, mapping } }: Rules, { body }: SentRow): string | null {
  const record = parseJson(body)
  if (!isData(record)) return ''
  const [unkeyed] = findUnkeyed(source, mapping, [record])
  return unkeyed ? (unkeyed.failure.field ?? '') : null
}

const isRemade = ({ config: { source } }: Rules): boolean =>
  (source.flatten ?? []).length > 0 || Boolean(source.options[ADAPTER_OPTION])

class Tally {
  readonly #breaks = new Map<string, CallerBreak>()
  readonly #changed = new Map<string, ChangedField>()

  break(what: CallerBreak['what'], path: string, { record_key: key }: SentRow, message?: string): void {
    const name = path.replace(/\[\d+\]/g, '[]')
    const known = this.#breaks.get(`${what} ${name}`)
    this.#breaks.set(`${what} ${name}`, {
      ...(known ?? { what, name, before: key, after: message ?? null, last_called_at: null, call_id: null }),
      count: (known?.count ?? 0) + 1,
    })
  }

  compare(was: string, is: string, { record_key: key }: SentRow): void {
    const [old, next] = [was, is].map(read)
    for (const field of new Set([...old!.keys(), ...next!.keys()])) {
      const [before = null, after = null] = [old!.get(field), next!.get(field)]
      if (before === after) continue
      const known = this.#changed.get(field) ?? { field, count: 0, key, before, after }
      this.#changed.set(field, { ...known, count: known.count + 1 })
    }
  }

  sum(tried: number, untried: number): JudgedSent {
    return { breaks: [...this.#breaks.values()], changed: [...this.#changed.values()], tried, untried }
  }
}

const SHOWN = 200

/** Top fields with their JSON texts. */
function read(text: string): Map<string, string> {
  const value = parseJson(text)
  if (!isData(value)) return new Map()
  return new Map(Object.entries(value).map(([field, member]) => [field, toJson(member ?? null).slice(0, SHOWN)]))
}
