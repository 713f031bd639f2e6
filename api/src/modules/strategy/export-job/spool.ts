import { createReadStream } from 'node:fs'
import { copyFile, type FileHandle, open, rm, stat, truncate } from 'node:fs/promises'

/** One record in the spool: its own columns, and its data as lossless JSON text; null: its page is not kept any more. */
export interface SpooledRecord {
  readonly row: Readonly<Record<string, string | number | null>>
  readonly original: string | null
}

/**
 * What was read so far, two lines a record. Reading many records takes long and is done once, in steps that survive a
 * restart; the file is made of them in one go, whatever its format.
 */
export class Spool {
  readonly #path: string
  #file: FileHandle | null = null
  #bytes = 0

  constructor(path: string) {
    this.#path = path
  }

  /**
   * Takes up what counts of another holder's. A copy: that holder may only stand still, and write on when it wakes.
   * false: it is not here, and reading begins anew.
   */
  async resume(other: string | null, bytes: number): Promise<boolean> {
    const size = other === null ? -1 : await readSize(other)
    const isThere = other !== null && bytes > 0 && size >= bytes
    this.#bytes = isThere ? bytes : 0
    if (isThere) {
      await copyFile(other, this.#path)
      await truncate(this.#path, bytes)
      await rm(other, { force: true })
    }
    this.#file = await open(this.#path, isThere ? 'a' : 'w', 0o600)
    return isThere
  }

  /** @returns its length from now on */
  async append(records: readonly SpooledRecord[]): Promise<number> {
    const text = records.map(({ row, original }) => `${JSON.stringify(row)}\n${original ?? 'null'}\n`).join('')
    const bytes = Buffer.from(text)
    await this.#file?.appendFile(bytes)
    this.#bytes += bytes.length
    return this.#bytes
  }

  async close(): Promise<void> {
    await this.#file?.close()
    this.#file = null
  }

  async *read(): AsyncGenerator<SpooledRecord> {
    let row: SpooledRecord['row'] | null = null
    for await (const line of readLines(this.#path)) {
      if (row === null)
        row = JSON.parse(line) as SpooledRecord['row'] // written by `append`
      else {
        yield { row, original: line === 'null' ? null : line }
        row = null
      }
    }
  }

  async remove(): Promise<void> {
    await this.close()
    await rm(this.#path, { force: true })
  }
}

const readSize = (path: string): Promise<number> =>
  stat(path).then(
    found => found.size,
    () => -1,
  )

/** By line feeds alone: a text may hold other characters that Node's own reader ends a line at. */
async function* readLines(path: string): AsyncGenerator<string> {
  let rest = ''
  for await (const chunk of createReadStream(path, { encoding: 'utf8' }) as AsyncIterable<string>) {
    const lines = (rest + chunk).split('\n')
    rest = lines.pop() ?? ''
    yield* lines
  }
}
