import { RowText, type SourcePage } from '@sluice/connector-kit'

/** How much may stand together in a page. */
export interface GatherLimits {
  readonly rows: number
  readonly bytes: number
  /** Also what was parsed from answers of its own each. */
  readonly answers: boolean
}

/**
 * Pages in order, read ahead while the last is worked on. Those that came meanwhile are given as one page, because a page
 * costs the store as much as hundreds of its rows: pages that one answer of the source was cut into, and answers of few
 * records, each with its request and its bytes as evidence.
 */
export async function* gatherPages(
  pages: AsyncIterable<SourcePage>,
  limits: GatherLimits,
): AsyncGenerator<SourcePage, void, void> {
  const iterator = pages[Symbol.asyncIterator]()
  const ahead = new PagesAhead(iterator, limits)
  try {
    for (let page = await ahead.take(); page !== null; page = await ahead.take()) yield page
  } finally {
    // Not awaited: a generator that waits for the network ends only when its own signal ends it.
    void iterator.return?.()?.catch(() => undefined)
  }
}

class PagesAhead {
  readonly #iterator: AsyncIterator<SourcePage>
  readonly #limits: GatherLimits
  #pages: readonly SourcePage[] = []
  #isReading = false
  /** What is answered after the last page. */
  #end: (() => null) | null = null
  #wake: () => void = () => undefined

  constructor(iterator: AsyncIterator<SourcePage>, limits: GatherLimits) {
    this.#iterator = iterator
    this.#limits = limits
  }

  /** null: there are no more. @throws what the source threw, after the pages before it */
  async take(): Promise<SourcePage | null> {
    while (this.#pages.length === 0 && !this.#end) {
      this.#readAhead()
      await new Promise<void>(resolve => {
        this.#wake = resolve
      })
    }
    const group = this.#firstGroup()
    if (group.length === 0) return this.#end?.() ?? null
    this.#pages = this.#pages.slice(group.length)
    this.#readAhead()
    return joinPages(group)
  }

  #readAhead(): void {
    if (this.#isReading || this.#end || !this.#hasRoom()) return
    this.#isReading = true
    const ended = this.#iterator.next().then(
      ({ done, value }) => {
        if (done) this.#end = () => null
        else this.#pages = [...this.#pages, value]
      },
      (error: unknown) => {
        this.#end = () => {
          throw error
        }
      },
    )
    // never rejects: how it ended is kept
    void ended.then(() => {
      this.#isReading = false
      this.#wake()
      this.#readAhead()
    })
  }

  /** One page may always wait; more of them only where they may stand together. */
  #hasRoom(): boolean {
    const last = this.#pages.at(-1)
    return last === undefined || (this.#mayStandWith(last, last) && fits(this.#pages, this.#limits))
  }

  #firstGroup(): readonly SourcePage[] {
    let count = Math.min(1, this.#pages.length)
    while (
      this.#mayStandWith(this.#pages[count - 1], this.#pages[count]) &&
      fits(this.#pages.slice(0, count + 1), this.#limits)
    )
      count += 1
    return this.#pages.slice(0, count)
  }

  #mayStandWith(page: SourcePage | undefined, next: SourcePage | undefined): boolean {
    if (!page || !next) return false
    if (page.rows) return page.rows.layout === next.rows?.layout && page.request === next.request
    return this.#limits.answers && isAnswer(page) && isAnswer(next)
  }
}

/** Records parsed from one whole answer, with nothing to be told beside them. */
const isAnswer = ({ rows, raw, progress, notices }: SourcePage): boolean =>
  raw !== undefined && rows === undefined && progress === undefined && notices === undefined

/** Records that are parsed take several times the bytes they were parsed from. */
const PARSED_WEIGHT = 4

function fits(pages: readonly SourcePage[], limits: GatherLimits): boolean {
  let [count, length] = [0, 0]
  for (const page of pages) {
    // Records of rows in text are made when they are asked for.
    count += page.rows?.count ?? page.records.length
    length += page.rows?.bytes ?? (page.raw?.length ?? 0) * PARSED_WEIGHT
  }
  return count <= limits.rows && length <= limits.bytes
}

function joinPages(pages: readonly SourcePage[]): SourcePage {
  const last = pages.at(-1)! // a group is never empty
  if (pages.length === 1) return last
  if (!last.rows) return joinAnswers(pages, last.cursor)
  return {
    ...(last.request !== undefined && { request: last.request }),
    cursor: last.cursor,
    get records() {
      return pages.flatMap(page => page.records)
    },
    rows: RowText.join(pages.map(page => page.rows!)), // only such pages are one answer
  }
}

/** Each request says which records it gave; the answers lie behind each other, a line break between two. */
function joinAnswers(pages: readonly SourcePage[], cursor: string | null): SourcePage {
  const asked: string[] = []
  let end = 0
  for (const { records, request } of pages) {
    const first = end + 1
    end += records.length
    if (request !== undefined) asked.push(`${records.length === 0 ? '' : `${first}–${end}: `}${request}`)
  }
  return {
    ...(asked.length > 0 && { request: asked.join('\n') }),
    cursor,
    records: pages.flatMap(page => page.records),
    raw: Buffer.concat(pages.flatMap(({ raw = NOTHING }, index) => (index === 0 ? [raw] : [LINE_BREAK, raw]))),
  }
}

const NOTHING = new Uint8Array()
const LINE_BREAK = Buffer.from('\n')
