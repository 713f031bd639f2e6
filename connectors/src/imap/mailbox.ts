import type { ReadWindow } from '@sluice/contract'
import type { FetchMessageObject, FetchQueryObject } from 'imapflow'
import { broken } from './failure.ts'
import type { SourceOptions } from './manifest.ts'
import { checkField, type Place, plan, toId, windowFields } from './place.ts'
import type { Folder } from './read-mail.ts'
import type { Session } from './session.ts'

/** Numbers or times of so many mails are asked for at once. */
const BATCH = 500

/** The mails of a folder that are wanted, by number. */
export interface Listed {
  readonly folder: Folder
  readonly uids: readonly number[]
}

/** One folder of a mailbox, read with PEEK in a session that may not change it. */
export class Mailbox {
  readonly #open: (signal?: AbortSignal) => Promise<Session>
  readonly #path: string
  readonly #options: SourceOptions
  #session: Session | null = null

  constructor(open: (signal?: AbortSignal) => Promise<Session>, path: string, options: SourceOptions) {
    this.#open = open
    this.#path = path
    this.#options = options
  }

  /** @throws Failure `resource.missing`, `source.window` */
  async list(window: ReadWindow | null, signal?: AbortSignal): Promise<Listed> {
    const session = await this.use(signal)
    const { uidValidity, exists } = await session.openFolder(this.#path, signal)
    const folder = { path: this.#path, validity: String(uidValidity) }
    const { search, fromUid, toUid, fromMs, toMs } = plan(this.#options, window, folder.validity)
    if (exists === 0 || fromUid > toUid) return { folder, uids: [] }
    const range = `${fromUid}:${Number.isFinite(toUid) ? toUid : '*'}`
    const found = await session.ask(client => client.search({ ...search, uid: range }, { uid: true }), signal)
    if (!Array.isArray(found)) throw broken()
    // A range beyond the last mail means the last mail.
    const uids = found.filter(uid => uid >= fromUid && uid <= toUid).toSorted((a, b) => a - b)
    if (fromMs === null && toMs === null) return { folder, uids }
    const times = await this.#readTimes(uids, signal)
    const isWithin = (ms: number): boolean => (fromMs === null || ms >= fromMs) && (toMs === null || ms <= toMs)
    return { folder, uids: uids.filter(uid => isWithin(times.get(uid) ?? Number.NaN)) }
  }

  /** The greatest number or time there is, in the form of the field. */
  async readHighWater(field: string): Promise<string | null> {
    checkField(this.#options, field)
    const { folder, uids } = await this.list(null)
    const last = uids.at(-1)
    if (last === undefined) return null
    if (field === windowFields[this.#options.content].id) return toId({ validity: folder.validity, uid: last })
    const times = await this.#readTimes(uids)
    let latest = Number.NEGATIVE_INFINITY
    for (const ms of times.values()) latest = Math.max(latest, ms)
    return Number.isFinite(latest) ? new Date(latest).toISOString() : null
  }

  /**
   * What the server tells of mails, by number. Each is made small before the next one comes: anybody may send one of
   * many thousand parts. One that was deleted meanwhile is left out.
   */
  async fetch<Kept>(
    uids: readonly number[],
    query: FetchQueryObject,
    keep: (mail: FetchMessageObject) => Kept,
    signal?: AbortSignal,
  ): Promise<Map<number, Kept>> {
    const kept = new Map<number, Kept>()
    if (uids.length === 0) return kept
    const session = await this.use(signal)
    await session.ask(async client => {
      for await (const mail of client.fetch(toRange(uids), query, { uid: true })) kept.set(mail.uid, keep(mail))
    }, signal)
    return kept
  }

  async use(signal?: AbortSignal): Promise<Session> {
    this.#session ??= await this.#open(signal)
    return this.#session
  }

  async close(): Promise<void> {
    await this.#session?.close()
  }

  async #readTimes(uids: readonly number[], signal?: AbortSignal): Promise<Map<number, number>> {
    const times = new Map<number, number>()
    const query = { internalDate: true }
    const toMs = ({ internalDate }: FetchMessageObject): number => new Date(internalDate ?? Number.NaN).getTime()
    for (let at = 0; at < uids.length; at += BATCH)
      for (const [uid, ms] of await this.fetch(uids.slice(at, at + BATCH), query, toMs, signal)) times.set(uid, ms)
    return times
  }
}

/** `1:3,7`: lines of a server are not long. */
function toRange(uids: readonly number[]): string {
  const runs: [first: number, last: number][] = []
  for (const uid of uids) {
    const run = runs.at(-1)
    if (run && run[1] === uid - 1) run[1] = uid
    else runs.push([uid, uid])
  }
  return runs.map(([first, last]) => (first === last ? `${first}` : `${first}:${last}`)).join(',')
}

/** Mails behind a place; the place itself is among them with `inclusive`. */
export const behind = ({ uids }: Listed, { uid: last }: Pick<Place, 'uid'>, inclusive = false): readonly number[] =>
  uids.filter(uid => (inclusive ? uid >= last : uid > last))
