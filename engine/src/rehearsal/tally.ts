import { toPath } from './compare-data.ts'
import {
  type RecordDifference,
  type RehearsalExample,
  type RehearsalKind,
  type RehearsalSummary,
  rehearsalKinds,
} from './rehearsals.ts'

/** A value, null, missing and "" can each have one. */
const EXAMPLES = 4
const EXAMPLE_CHARS = 200
/** A field or a cause beyond these is counted in the kinds only. */
const MAX_LINES = 300
/** Listed one by one. */
export const MAX_KEPT = 20_000

interface Line {
  count: number
  readonly examples: RehearsalExample[]
}

/** The sums, taken up where an earlier step left them. */
export class Tally {
  readonly #kinds: Record<RehearsalKind, number>
  readonly #fields: Map<string, Line>
  readonly #causes: Map<string, Line & { readonly field: string; readonly code: string; readonly message: string }>
  kept: number
  isCut: boolean

  constructor(known: RehearsalSummary | null) {
    const kinds = rehearsalKinds.map(kind => [kind, known?.kinds[kind] ?? 0] as const)
    this.#kinds = Object.fromEntries(kinds) as Record<RehearsalKind, number> // every kind has its number
    this.#fields = new Map(
      known?.fields.map(({ field, count, examples }) => [field, { count, examples: [...examples] }]),
    )
    this.#causes = new Map(
      known?.causes.map(cause => [nameCause(cause), { ...cause, examples: [...cause.examples] }]) ?? [],
    )
    this.kept = known?.kept ?? 0
    this.isCut = known?.isCut ?? false
  }

  add(kind: RehearsalKind, difference: RecordDifference | null): void {
    this.#kinds[kind] += 1
    if (difference === null) return
    const { recordId, key, fields, problems } = difference
    const seen = new Set<string>()
    if (kind === 'changed')
      for (const { field, before, after } of fields) {
        const path = toPath(field)
        if (seen.has(path)) continue
        seen.add(path)
        count(this.#fields, path, () => ({ count: 0, examples: [] }), { recordId, key, ...shorten(before, after) })
      }
    if (kind === 'refused')
      for (const { field: exact, code, message, value } of problems) {
        const field = toPath(exact)
        const name = nameCause({ field, code })
        if (seen.has(name)) continue
        seen.add(name)
        const example = { recordId, key, before: value?.toWellFormed() ?? null, after: null }
        count(this.#causes, name, () => ({ field, code, message, count: 0, examples: [] }), example)
      }
  }

  sum(): RehearsalSummary {
    const byCount = (a: Line, b: Line) => b.count - a.count
    return {
      kinds: this.#kinds,
      fields: [...this.#fields].map(([field, line]) => ({ field, ...line })).sort(byCount),
      causes: [...this.#causes.values()].sort(byCount),
      kept: this.kept,
      isCut: this.isCut,
    }
  }
}

const nameCause = ({ field, code }: { readonly field: string; readonly code: string }): string => `${code} ${field}`

const shorten = (before: string | null, after: string | null) => ({
  before: before?.slice(0, EXAMPLE_CHARS).toWellFormed() ?? null,
  after: after?.slice(0, EXAMPLE_CHARS).toWellFormed() ?? null,
})

function count<L extends Line>(lines: Map<string, L>, name: string, make: () => L, example: RehearsalExample): void {
  let line = lines.get(name)
  if (!line) {
    if (lines.size >= MAX_LINES) return
    line = make()
    lines.set(name, line)
  }
  line.count += 1
  keep(line.examples, example)
}

/** null, missing and "" are three things: one of a shape of its own takes the place of one that another stands for. */
function keep(examples: RehearsalExample[], example: RehearsalExample): void {
  if (examples.length < EXAMPLES) {
    examples.push(example)
    return
  }
  const shapes = examples.map(shapeOf)
  if (shapes.includes(shapeOf(example))) return
  const spare = shapes.findLastIndex((shape, at) => shapes.indexOf(shape) < at)
  if (spare >= 0) examples[spare] = example
}

const shapeOf = ({ before, after }: RehearsalExample): string => `${kindOf(before)} ${kindOf(after)}`
const kindOf = (text: string | null): string =>
  text === null ? 'missing' : text === 'null' || text === '""' ? text : 'value'
