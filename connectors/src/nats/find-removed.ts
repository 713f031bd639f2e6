import type { StreamInfo } from '@nats-io/jetstream'

/** Numbers of a stream from the first to the last, that it does not hold any more. */
export interface Span {
  readonly from: number
  readonly to: number
  readonly count: number
}

/** More holes than that are told as one, with their number. */
const MOST_SPANS = 1000

/**
 * What of a stream is gone and was not told yet. Messages are removed at its front (limits, age) and in its middle (a purge
 * of a subject, one deleted by hand); the server lists the latter.
 */
export class RemovedFinder {
  #told: Span[] = []
  #seen: { readonly key: string; readonly deleted: readonly number[] } = { key: '', deleted: [] }
  /** Numbers that deliveries passed over since the last look. */
  #gaps: Span[] = []

  /** These need no telling: told before, or gone before anything was read. */
  settle(from: number, to: number): void {
    this.#told.push({ from, to, count: to - from + 1 })
  }

  /** A delivery came behind another, so what lies between has been removed or was somebody else's. */
  passOver(last: number, next: number): void {
    if (last > 0 && next > last + 1) this.#gaps.push({ from: last + 1, to: next - 1, count: next - last - 1 })
  }

  /** Gone from `next` on, and among what was passed over. `askDeleted` lists what lies behind the first message held. */
  async find(
    next: number,
    { first_seq, num_deleted = 0 }: StreamInfo['state'],
    askDeleted: () => Promise<readonly number[]>,
  ): Promise<readonly Span[]> {
    const key = `${first_seq} ${num_deleted}`
    if (num_deleted === 0) this.#seen = { key, deleted: [] }
    else if (this.#seen.key !== key) this.#seen = { key, deleted: await askDeleted() }
    const gaps = this.#gaps
    this.#gaps = []
    const front = [...gaps, { from: next, to: first_seq - 1 }].map(({ from, to }) => ({
      from,
      to: Math.min(to, first_seq - 1),
    }))
    const middle = this.#seen.deleted.filter(each => each >= first_seq && (each >= next || isIn(gaps, each)))
    const spans = join(
      [...front.filter(({ from, to }) => to >= from), ...middle.map(each => ({ from: each, to: each }))],
      this.#told,
    )
    // What lies before is not looked at again.
    this.#told = this.#told.filter(({ to }) => to >= next)
    for (const { from, to } of spans) this.settle(from, to)
    return spans
  }
}

/** Gaps come in the order of the stream, and there may be one for each message of another subject. */
function isIn(spans: readonly Span[], number: number): boolean {
  let [low, high] = [0, spans.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((spans[middle]?.to ?? 0) < number) low = middle + 1
    else high = middle
  }
  return (spans[low]?.from ?? number + 1) <= number
}

/** In order, neighbours as one, without what lies in `but`. */
function join(given: readonly { readonly from: number; readonly to: number }[], but: readonly Span[]): readonly Span[] {
  const spans: Span[] = []
  const add = (from: number, to: number): void => {
    if (to < from) return
    const last = spans.at(-1)
    if (last && last.to + 1 >= from) spans[spans.length - 1] = make(last.from, Math.max(last.to, to))
    else spans.push(make(from, to))
  }
  const settled = but.toSorted((a, b) => a.from - b.from)
  let first = 0
  for (const { from, to } of given.toSorted((a, b) => a.from - b.from)) {
    let start = from
    while (first < settled.length && settled[first]!.to < from) first += 1
    for (let at = first; at < settled.length && settled[at]!.from <= to; at += 1) {
      add(start, settled[at]!.from - 1)
      start = Math.max(start, settled[at]!.to + 1)
    }
    add(start, to)
  }
  const [begin, end] = [spans[0], spans.at(-1)]
  if (spans.length <= MOST_SPANS || !begin || !end) return spans
  return [{ from: begin.from, to: end.to, count: spans.reduce((sum, { count }) => sum + count, 0) }]
}

const make = (from: number, to: number): Span => ({ from, to, count: to - from + 1 })
