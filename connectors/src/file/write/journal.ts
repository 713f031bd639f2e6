import { createReadStream } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { LineCutter, TargetOptions } from '@sluice/connector-kit/files'
import { type Data, isData, parseJson, toJson } from '@sluice/contract'
import { z } from 'zod'

/** First line of a journal: what file it becomes. */
const Plan = z.object({ file: z.string(), options: TargetOptions })
export type Plan = z.output<typeof Plan>

/**
 * Rows on their way into a file: JSON Lines, each batch on disk before it is answered. The file itself is made from it
 * at the end, because a workbook cannot be appended to and a CSV must know its columns first.
 */
export class Journal {
  readonly path: string
  readonly plan: Plan
  readonly #file: FileHandle
  #bytes: number
  #rows = 0

  private constructor(path: string, plan: Plan, file: FileHandle, bytes: number) {
    this.path = path
    this.plan = plan
    this.#file = file
    this.#bytes = bytes
  }

  static async create(path: string, plan: Plan): Promise<Journal> {
    const file = await open(path, 'wx', 0o640)
    const head = Buffer.from(`${JSON.stringify(plan)}\n`)
    await file.writeFile(head)
    return new Journal(path, plan, file, head.length)
  }

  get rows(): number {
    return this.#rows
  }

  get bytes(): number {
    return this.#bytes
  }

  /** All records or none; durable when it answers. */
  async append(records: readonly Data[]): Promise<void> {
    const bytes = Buffer.from(records.map(record => `${toJson(record)}\n`).join(''))
    try {
      for (let done = 0; done < bytes.length; )
        done += (await this.#file.write(bytes, done, bytes.length - done, this.#bytes + done)).bytesWritten
      await this.#file.datasync()
    } catch (error) {
      // What was written of it must not be found later.
      await this.#file.truncate(this.#bytes).catch((cause: unknown) => {
        throw Object.assign(new Error('taking back a batch', { cause }), { sent: true })
      })
      throw error
    }
    this.#bytes += bytes.length
    this.#rows += records.length
  }

  close(): Promise<void> {
    return this.#file.close()
  }
}

/** null when the journal was cut off before its first line was whole. */
export async function readPlan(path: string): Promise<Plan | null> {
  for await (const line of readLines(path)) return Plan.parse(JSON.parse(line))
  return null
}

/** The records in order. A torn line at the end was never answered for and is left out. */
export async function* readJournal(path: string): AsyncGenerator<Data> {
  let isPlan = true
  for await (const line of readLines(path)) {
    const record = isPlan ? null : parseJson(line)
    isPlan = false
    if (record === null) continue
    if (!isData(record)) throw new Error('reading a journal: a line is not a record')
    yield record
  }
}

async function* readLines(path: string): AsyncGenerator<string> {
  const cutter = new LineCutter(Number.POSITIVE_INFINITY)
  for await (const text of createReadStream(path, { encoding: 'utf8', highWaterMark: 256 * 1024 }))
    for (const line of cutter.push(text as string)) if (line.text !== null) yield line.text // an encoding is set
}
