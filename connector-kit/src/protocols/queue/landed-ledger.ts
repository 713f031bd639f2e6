import { Failure } from '@sluice/contract'
import { z } from 'zod'

const Position = z.object({
  page: z.int().min(0),
  landed: z.string(),
  at: z.string().optional(),
  origin: z.string().optional(),
})

// An acknowledgement may be lost on its way, so pages stay known this long after theirs.
const PAGES_KEPT = 2

interface Page {
  readonly number: number
  readonly identities: readonly string[]
  isAcknowledged: boolean
}

/**
 * Which messages are durable here although their broker may not know it yet. A broker has no place to go on from: after
 * a crash it delivers again whatever was not acknowledged. The cursor of each page therefore carries the identities of
 * the pages whose acknowledgement may be under way, and a message delivered again is told by them.
 */
export class LandedLedger {
  #number = 0
  #pages: Page[] = []
  #inherited = new Map<string, number>()
  #repeats: string[] = []

  /** Goes on from a cursor. @throws Failure `source.cursor` */
  restore(cursor: string | null): void {
    if (cursor === null) return
    this.#number = Math.max(this.#number, readPageNumber(cursor))
    for (const identity of readLanded(cursor)) this.#count(identity, 1)
  }

  /** True once for each time it landed: that delivery is a repeat and only wants its acknowledgement. */
  takeRepeat(identity: string): boolean {
    if ((this.#inherited.get(identity) ?? 0) === 0) return false
    this.#count(identity, -1)
    // This acknowledgement may be lost as well, so it is known for as long as those of the next page.
    this.#repeats.push(identity)
    return true
  }

  #count(identity: string, by: number): void {
    const next = (this.#inherited.get(identity) ?? 0) + by
    if (next > 0) this.#inherited.set(identity, next)
    else this.#inherited.delete(identity)
  }

  /** The broker has had its time to deliver again what an earlier reader left. */
  forgetInherited(): void {
    this.#inherited.clear()
  }

  /** The next page, read at `at` of the queue `origin`, and the cursor that says it has landed. */
  add(
    identities: readonly string[],
    at: string,
    origin?: string,
  ): { readonly number: number; readonly cursor: string } {
    this.#number += 1
    this.#pages.push({ number: this.#number, identities: [...this.#repeats, ...identities], isAcknowledged: false })
    this.#repeats = []
    const inherited = [...this.#inherited].flatMap(([identity, times]) => Array<string>(times).fill(identity))
    const landed = [...inherited, ...this.#pages.flatMap(page => page.identities)].join(' ')
    return { number: this.#number, cursor: JSON.stringify({ page: this.#number, landed, at, origin }) }
  }

  /** The broker was told. */
  acknowledge(number: number): void {
    for (const page of this.#pages) if (page.number <= number) page.isAcknowledged = true
    this.#pages = this.#pages.filter(page => !page.isAcknowledged || page.number > number - PAGES_KEPT)
  }
}

/** The page a cursor stands for. @throws Failure `source.cursor` */
export const readPageNumber = (cursor: string): number => parse(cursor).page

/** When its page was read, and of which queue; undefined: an older version wrote it. @throws Failure `source.cursor` */
export const readPageFrom = (cursor: string): Pick<z.output<typeof Position>, 'at' | 'origin'> => parse(cursor)

/** Identities of its newest pages. @throws Failure `source.cursor` */
export const readLanded = (cursor: string): readonly string[] =>
  parse(cursor)
    .landed.split(' ')
    .filter(text => text !== '')

function parse(cursor: string): z.output<typeof Position> {
  try {
    return Position.parse(JSON.parse(cursor))
  } catch (error) {
    throw new Failure({
      code: 'source.cursor',
      message: 'The stored place of this queue is not one of its own.',
      advice: 'Run the strategy anew: what was not acknowledged is delivered again.',
      value: cursor,
      cause: error,
    })
  }
}
