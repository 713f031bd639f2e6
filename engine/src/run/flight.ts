import type { LandedPage, StagedRecord } from '../stage/staged-record.ts'

/**
 * Keys of records that have landed and not settled, page by page: a settled page is forgotten as a whole.
 */
export class Flight {
  #pages: readonly FlyingPage[] = []

  get isEmpty(): boolean {
    return this.#pages.length === 0
  }

  add({ ref, records }: LandedPage): void {
    if (records.length === 0) return
    // The newest page first: its record of a key is the one that counts.
    this.#pages = [new FlyingPage(ref, records), ...this.#pages]
  }

  /** The page has settled. */
  remove(ref: LandedPage['ref']): void {
    this.#pages = this.#pages.filter(page => page.ref !== ref)
  }

  /** The newest record of this key. */
  find(key: string): StagedRecord | undefined {
    for (const page of this.#pages) {
      const record = page.find(key)
      if (record) return record
    }
    return undefined
  }

  clear(): void {
    this.#pages = []
  }
}

/** Sources read in the order of their keys nearly always, so pages rarely share any: their bounds tell it at once. */
class FlyingPage {
  readonly ref: LandedPage['ref']
  readonly #records: LandedPage['records']
  readonly #first: string
  readonly #last: string
  #byKey: ReadonlyMap<string, StagedRecord> | null = null

  constructor(ref: LandedPage['ref'], records: LandedPage['records']) {
    this.ref = ref
    this.#records = records
    let [first, last] = [records[0]?.key ?? '', '']
    for (const { key } of records) {
      if (key < first) first = key
      if (key > last) last = key
    }
    this.#first = first
    this.#last = last
  }

  find(key: string): StagedRecord | undefined {
    if (key < this.#first || key > this.#last) return undefined
    this.#byKey ??= new Map(this.#records.map(record => [record.key, record]))
    return this.#byKey.get(key)
  }
}
