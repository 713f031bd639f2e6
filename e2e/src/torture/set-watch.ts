import type { Station } from './station.ts'

const EVERY_MS = 15

/** A reader of the set that a refresh exchanges: it must always see a whole one, and never an older one again. */
export class SetWatch {
  readonly #station: Station
  readonly #table: string
  #rows = 0
  #timer: NodeJS.Timeout | null
  readonly torn: string[] = []

  constructor(station: Station, table: string) {
    this.#station = station
    this.#table = table
    this.#timer = setTimeout(() => void this.#look(), EVERY_MS)
    station.onClose(() => this.end())
  }

  end(): void {
    if (this.#timer) clearTimeout(this.#timer)
    this.#timer = null
  }

  async #look(): Promise<void> {
    const seen = await this.#station.tables.readSet(this.#table).catch(() => null)
    if (this.#timer === null) return
    if (seen && !seen.isWhole) this.torn.push(`${seen.rows} rows are no whole set`)
    if (seen && seen.rows < this.#rows) this.torn.push(`${seen.rows} rows after ${this.#rows}`)
    if (seen) this.#rows = seen.rows
    this.#timer = setTimeout(() => void this.#look(), EVERY_MS)
  }
}
