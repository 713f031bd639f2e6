import type { LandedPage } from '../stage/staged-record.ts'

/**
 * Keys of records that have landed and not settled, page by page: a settled page is forgotten as a whole.
 */
export class Flight {
  #pages: readonly { readonly ref: LandedPage['ref']; readonly hashes: ReadonlyMap<string, string> }[] = []

  get isEmpty(): boolean {
    return this.#pages.length === 0
  }

  add({ ref, records }: LandedPage): void {
    if (records.length === 0) return
    const hashes = new Map(records.map(record => [record.key, record.hash]))
    // The newest page first: its record of a key is the one that counts.
    this.#pages = [{ ref, hashes }, ...this.#pages]
  }

  /** The page has settled. */
  remove(ref: LandedPage['ref']): void {
    this.#pages = this.#pages.filter(page => page.ref !== ref)
  }

  /** Hash of the newest record of this key. */
  find(key: string): string | undefined {
    for (const { hashes } of this.#pages) {
      const hash = hashes.get(key)
      if (hash !== undefined) return hash
    }
    return undefined
  }

  clear(): void {
    this.#pages = []
  }
}
