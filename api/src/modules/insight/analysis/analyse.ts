import type { ContentOut } from '@sluice/contract'
import { type Book, isSilent, type Line, type Moved, sum } from './book.ts'
import type { AnalysisRow, analysis, Part, Span, Volume } from './contract.ts'

const MOST = 10

type Analysis = Omit<ContentOut<(typeof analysis)['get']>, 'at'>

/** The figures of a span. */
export function analyse(book: Book, span: Span): Analysis {
  const lines = book.lines[span]
  const window = book.spans.get(span)! // readSpans answers each of them
  const calls = book.calls.filter(row => row.span === span)
  const silent = lines.filter(isSilent)
  const own = (line: Line) => ({ id: line.id, name: line.name })
  return {
    span,
    read_at: book.read_at,
    from: window.begin,
    before_from: window.before_begin,
    before_to: window.before_ending,
    now: toVolume(sum(lines.map(line => line.now))),
    before: toVolume(sum(lines.map(line => line.before))),
    strategies: lines.length,
    silent: silent.length,
    waiting: book.waiting,
    points: book.points[span].map(({ at, read, written, rejected, errors }) => ({
      at,
      ...{ read: Number(read), written: Number(written), rejected: Number(rejected), errors: Number(errors) },
    })),
    parts: {
      strategies: split(lines, own),
      connectors: split(lines, line => ({ id: line.target_id ?? '', name: line.target ?? '' })),
      platforms: split(lines, line => ({ id: line.platform_id ?? '', name: line.platform_id ?? '' })),
    },
    top: {
      errors: first(lines.map(line => ({ ...own(line), value: line.now.errors, before: line.before.errors }))),
      slowest: first(
        lines.map(line => ({ ...own(line), value: averageOf(line.now) ?? 0, before: averageOf(line.before) ?? 0 })),
      ),
      silent: first(silent.map(line => ({ ...own(line), value: line.before.written, before: line.before.written }))),
    },
    calls: {
      since: calls[0]?.since ?? window.begin,
      platforms: calls.map(row => ({ id: row.platform_id, value: Number(row.calls), failed: Number(row.failed) })),
    },
    anomalies: [...book.anomalies[span]],
  }
}

export const toRow = (line: Line): AnalysisRow => ({
  id: line.id,
  name: line.name,
  source: line.source,
  target: line.target,
  ...toVolume(line.now),
  before: line.before.written,
  average_ms: averageOf(line.now),
})

const averageOf = ({ runs, run_ms }: Moved): number | null => (runs > 0 ? Math.round(run_ms / runs) : null)

const toVolume = ({ run_ms: _, ...volume }: Moved): Volume => volume

const first = (parts: readonly Part[]): Part[] =>
  parts
    .filter(({ value }) => value > 0)
    .toSorted((a, b) => b.value - a.value)
    .slice(0, MOST)

/** What was written, by a part of it; beyond the first ten the rest is one. */
function split(lines: readonly Line[], keyOf: (line: Line) => { readonly id: string; readonly name: string }): Part[] {
  const parts = new Map<string, Part>()
  for (const line of lines) {
    const { id, name } = keyOf(line)
    const { value, before } = parts.get(id) ?? { value: 0, before: 0 }
    parts.set(id, { id, name, value: value + line.now.written, before: before + line.before.written })
  }
  const sorted = [...parts.values()].filter(({ value }) => value > 0).toSorted((a, b) => b.value - a.value)
  const rest = sorted.slice(MOST)
  if (rest.length === 0) return sorted
  const total = (of: 'value' | 'before') => rest.reduce((all, part) => all + part[of], 0)
  return [...sorted.slice(0, MOST), { id: '', name: '', value: total('value'), before: total('before') }]
}
