import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Random } from './random.ts'

interface Row {
  readonly id: string
  readonly amount: string
  readonly revision: number
}

/** What one far endpoint has seen and done. */
export class Ledger {
  /** Per idempotency key: asked how often, and the effect. */
  readonly keys = new Map<string, { asked: number; row: Row }>()
  /** Per `id/revision`: how often it took effect. */
  readonly effects = new Map<string, number>()
  /** Per id: the newest revision that took effect. */
  readonly newest = new Map<string, number>()
  /** `id: older after newer`. */
  readonly inversions: string[] = []
  /** Effects whose answer was cut off on purpose. */
  unanswered = 0

  take(row: Row): void {
    const name = `${row.id}/${row.revision}`
    this.effects.set(name, (this.effects.get(name) ?? 0) + 1)
    const newest = this.newest.get(row.id) ?? 0
    if (row.revision < newest) this.inversions.push(`${row.id}: ${row.revision} after ${newest}`)
    else this.newest.set(row.id, row.revision)
  }
}

export interface LedgerFaults {
  /** Share of requests refused for now, without an effect. */
  busy: number
  /** Share of requests whose connection is cut after the effect. */
  lost: number
  slowMs: number
}

/** A far HTTP system: a source of rows, a target that knows idempotency keys, and one that does not. */
export class FarHttp {
  readonly keyed = new Map<string, Ledger>()
  readonly plain = new Map<string, Ledger>()
  /** Rows the source answers with, by table, in the order of their id. */
  readonly tables = new Map<string, Map<number, Row>>()
  readonly faults: LedgerFaults = { busy: 0.02, lost: 0.01, slowMs: 2 }
  readonly #random: Random
  readonly #server: Server

  constructor(random: Random) {
    this.#random = random
    this.#server = createServer((req, res) => void this.#answer(req, res).catch(() => res.destroy()))
    this.#server.keepAliveTimeout = 60_000
  }

  /** A source of that name, and a target of each kind. */
  startTable(name: string): void {
    this.tables.set(name, new Map())
    this.keyed.set(name, new Ledger())
    this.plain.set(name, new Ledger())
  }

  edit(name: string, inserts: number, updates: number): void {
    const rows = this.tables.get(name)
    if (!rows) throw new Error(`editing ${name}: there is no such table`)
    for (let update = 0; update < updates && rows.size > 0; update += 1) {
      const id = 1 + this.#random.below(rows.size)
      const revision = (rows.get(id)?.revision ?? 0) + 1
      rows.set(id, { id: String(id), amount: `${id}.${revision}`, revision })
    }
    for (let insert = 0; insert < inserts; insert += 1) {
      const id = rows.size + 1
      rows.set(id, { id: String(id), amount: `${id}.1`, revision: 1 })
    }
  }

  async listen(): Promise<number> {
    await new Promise<void>(resolve => this.#server.listen(0, '127.0.0.1', resolve))
    const address = this.#server.address()
    return typeof address === 'object' && address ? address.port : 0
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise(resolve => this.#server.close(resolve))
  }

  async #answer(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const url = new URL(req.url ?? '/', 'http://far')
    const [, kind = '', table = ''] = url.pathname.split('/')
    if (kind === 'rows') return this.#list(table, Number(url.searchParams.get('after') ?? 0), res)
    const sent = JSON.parse(await readBody(req)) as Row // our own strategies send it
    const row = { ...sent, id: String(sent.id) }
    if (this.#random.chance(this.faults.busy)) return send(res, 409, { message: BUSY })
    if (this.faults.slowMs > 0) await new Promise(resolve => setTimeout(resolve, this.faults.slowMs))
    const ledger = (kind === 'keyed' ? this.keyed : this.plain).get(table)
    if (!ledger) return send(res, 404, { message: `no table ${table}` })
    if (kind === 'keyed') writeOnce(ledger, String(req.headers['idempotency-key']), row)
    else ledger.take(row)
    if (!this.#random.chance(this.faults.lost)) return send(res, 200, { id: `T-${row.id}` })
    ledger.unanswered += 1
    res.destroy()
  }

  #list(table: string, after: number, res: ServerResponse): void {
    const rows: Row[] = []
    for (const [id, row] of this.tables.get(table) ?? []) {
      if (id <= after) continue
      if (rows.length === PAGE) break
      rows.push(row)
    }
    const last = rows.at(-1)
    send(res, 200, { rows, next: rows.length === PAGE && last ? last.id : null })
  }
}

/** What a refusal that heals says. */
export const BUSY = 'come back later'

// More than the strategy asks for: its pages land in two parts.
const PAGE = 30

function writeOnce(ledger: Ledger, key: string, row: Row): void {
  const known = ledger.keys.get(key)
  if (known) known.asked += 1
  else {
    ledger.keys.set(key, { asked: 1, row })
    ledger.take(row)
  }
}

async function readBody(req: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of req) chunks.push(chunk as Buffer) // no encoding is set
  return Buffer.concat(chunks).toString()
}

function send(res: ServerResponse, status: number, body: object): void {
  res.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}
