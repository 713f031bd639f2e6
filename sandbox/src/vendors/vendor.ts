import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export type Row = Readonly<Record<string, unknown>>

export interface Asked {
  readonly method: string
  readonly url: URL
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly body: string
}
export interface Told {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body: unknown
}

/** Where a vendor differs from the others; the rest is `startVendor`. */
export interface VendorRules {
  /** An answer, signed and checked as the vendor does it. */
  answer(asked: Asked, vendor: VendorState): Told
  /** What it says to a caller that asks too often. */
  readonly tooOften: Told
}

interface VendorState {
  /** Loopback address of the simulation. */
  readonly url: string
  /** Token or session that counts now; another after `expireToken`. */
  readonly token: string
  /** Everything that was written and accepted, in order. */
  readonly written: Row[]
}

/** Where an interface that reads has its records from. */
export interface VendorList {
  readonly rows: Row[]
  /** The row as if it were changed then; none where nothing tells when. */
  readonly stamp?: (row: Row, moment: Date) => Row
  /** The record that an interface makes of a row; without it the row as it is sent. */
  readonly record?: (row: Row) => Row
}
type VendorLists = Readonly<Record<string, VendorList>>

/** A simulated vendor that runs. */
export interface Vendor extends VendorState {
  /** Parameters of a connector that may enter. */
  readonly params: Readonly<Record<string, string>>
  /** Records behind each interface that reads, by its code. */
  readonly counts: Readonly<Record<string, number>>
  /** A record that each interface that writes accepts; `at` makes it another one. */
  readonly samples: Readonly<Record<string, (at: number) => Row>>
  /** One record that each of them refuses. */
  readonly spoiled: Readonly<Record<string, Row>>
  /** From when to when its records were changed, where it reads by time alone. */
  readonly window?: { readonly from: string; readonly to: string }
  /** Values that parameters of an interface need, by its code. */
  readonly values?: Readonly<Record<string, Readonly<Record<string, string>>>>
  /** The first records behind an interface leave its list, as if they were changed elsewhere. */
  lose(code: string, count: number): void
  /** A record behind an interface is another one in these fields. */
  edit(code: string, at: number, fields: Row): void
  /** Records behind an interface, as JSON with every digit. */
  read(code: string): string
  /** The last records behind an interface are changed then. false: nothing of them tells when. */
  change(code: string, count: number, moment: Date): boolean
  /** Called before each answer with the number of those before it. */
  onAsked: (before: number) => void
  /** The token in use ends now; none where the vendor's keys do not end. */
  expireToken?(): void
  /** The next request is one too many. */
  limitNext(): void
  /** Answers given so far: all, refused for a token, refused as too many. */
  readonly told: { all: number; expired: number; limited: number }
  stop(): Promise<void>
}

type Facts = Pick<Vendor, 'samples' | 'spoiled' | 'window' | 'values'> & {
  /** By the code of the interface. */
  readonly lists: VendorLists
  params(url: string): Vendor['params']
  readonly hasToken: boolean
}

/** Starts a simulation on a free port of the loopback. */
export async function startVendor(rules: VendorRules, { params, hasToken, lists, ...facts }: Facts): Promise<Vendor> {
  let generation = 1
  let isLimited = false
  const told = { all: 0, expired: 0, limited: 0 }
  const state = {
    url: '',
    written: [] as Row[],
    get token() {
      return `token-of-generation-${generation}`
    },
  }
  const server = createServer(async (req, res) => {
    const chunks: Buffer[] = []
    for await (const chunk of req as AsyncIterable<Buffer>) chunks.push(chunk)
    const url = new URL(req.url ?? '/', state.url)
    const asked = { method: req.method ?? '', url, headers: req.headers, body: Buffer.concat(chunks).toString() }
    vendor.onAsked(told.all)
    told.all += 1
    if (isLimited) told.limited += 1
    const answer = isLimited ? rules.tooOften : rules.answer(asked, state)
    isLimited = false
    if (answer.headers?.['x-simulated'] === 'expired') told.expired += 1
    res.writeHead(answer.status ?? 200, { 'content-type': 'application/json; charset=utf-8', ...answer.headers })
    res.end(typeof answer.body === 'string' ? answer.body : writeExact(answer.body))
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo // a TCP server that listens has one
  state.url = `http://127.0.0.1:${port}`
  const limitNext = (): void => {
    isLimited = true
  }
  const stop = (): Promise<void> =>
    new Promise(resolve => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
  const expireToken = (): void => {
    generation += 1
  }
  const vendor = Object.assign(state, {
    ...facts,
    ...createStore(lists),
    told,
    onAsked: (_before: number): void => undefined,
    params: params(state.url),
    limitNext,
    stop,
    ...(hasToken ? { expireToken } : {}),
  })
  return vendor
}

const createStore = (lists: VendorLists): Pick<Vendor, 'counts' | 'lose' | 'edit' | 'read' | 'change'> => ({
  counts: Object.fromEntries(Object.entries(lists).map(([code, { rows }]) => [code, rows.length])),
  lose: (code, count) => void lists[code]?.rows.splice(0, count),
  edit(code, at, fields) {
    const { rows = [] } = lists[code] ?? {}
    rows[at] = { ...rows[at], ...fields }
  },
  read: code => writeExact((lists[code]?.rows ?? []).map(lists[code]?.record ?? (row => row))),
  change: (code, count, moment) => {
    const { rows = [], stamp } = lists[code] ?? {}
    if (stamp) for (let at = rows.length - count; at < rows.length; at += 1) rows[at] = stamp(rows[at] ?? {}, moment)
    return stamp !== undefined
  },
})

/** Stamps the field in which a list has the time of the last change. */
export const stampAs =
  (field: string, write: (moment: Date) => unknown) =>
  (row: Row, moment: Date): Row => ({ ...row, [field]: write(moment) })

/** Marks an answer as the refusal of a token, for counting; vendors send no such header. */
export const expired = (told: Told): Told => ({ ...told, headers: { ...told.headers, 'x-simulated': 'expired' } })

const MARK = '\u0001'
/** A number with every digit that is written here, which a double would not keep. */
export const exact = (digits: string): string => `${MARK}${digits}${MARK}`
const writeExact = (body: unknown): string => JSON.stringify(body).replaceAll(/"\\u0001([^"]*?)\\u0001"/g, '$1')

/** A moment that many rows share, so that boundaries are met. */
export const momentOf = (at: number): Date => new Date(Date.UTC(2025, 0, 1) + Math.floor(at / 7) * 3_600_000)
/** As Chinese vendors write it, in their own zone. */
export const beijing = (moment: Date): string =>
  new Date(moment.getTime() + 8 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ')

export const parse = (text: string): Record<string, unknown> => {
  const found: unknown = text === '' ? {} : JSON.parse(text)
  return typeof found === 'object' && found !== null ? (found as Record<string, unknown>) : {} // an object, as tested
}
/** What a far system in Beijing means by `2025-01-01 08:00:00`. */
export const momentIn = (text: unknown): number => Date.parse(`${String(text).replace(' ', 'T')}+08:00`)

export const many = <T>(count: number, make: (at: number) => T): T[] =>
  Array.from({ length: count }, (_, at) => make(at))
