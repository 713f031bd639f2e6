import { RowText, type SourcePage } from '@sluice/connector-kit'

/** How much of one answer may stand together in a page. */
export interface GatherLimits {
  readonly rows: number
  readonly bytes: number
}

/**
 * Pages in order, read ahead while the last is worked on. Those that came meanwhile and that one answer of the source was
 * cut into are given as one page: a page costs the store as much as hundreds of its rows.
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
    void ended.then(() => {
      this.#isReading = false
      this.#wake()
      this.#readAhead()
    })
  }

  /** One page may always wait; more of them only where they may stand together. */
  #hasRoom(): boolean {
    const last = this.#pages.at(-1)
    return last === undefined || (last.rows !== undefined && fits(this.#pages, this.#limits))
  }

  #firstGroup(): readonly SourcePage[] {
    let count = Math.min(1, this.#pages.length)
    while (
      isOneAnswer(this.#pages[count - 1], this.#pages[count]) &&
      fits(this.#pages.slice(0, count + 1), this.#limits)
    )
      count += 1
    return this.#pages.slice(0, count)
  }
}

const isOneAnswer = (page: SourcePage | undefined, next: SourcePage | undefined): boolean =>
  page?.rows !== undefined && page.rows.layout === next?.rows?.layout && page.request === next.request

function fits(pages: readonly SourcePage[], { rows, bytes }: GatherLimits): boolean {
  let [count, length] = [0, 0]
  for (const page of pages) {
    count += page.rows?.count ?? 0
    length += page.rows?.bytes ?? 0
  }
  return count <= rows && length <= bytes
}

function joinPages(pages: readonly SourcePage[]): SourcePage {
  const last = pages.at(-1)! // a group is never empty
  if (pages.length === 1) return last
  return {
    ...(last.request !== undefined && { request: last.request }),
    cursor: last.cursor,
    get records() {
      return pages.flatMap(page => page.records)
    },
    rows: RowText.join(pages.map(page => page.rows!)), // only such pages are one answer
  }
}
