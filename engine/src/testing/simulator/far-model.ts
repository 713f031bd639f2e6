import type { Connection, Connector, SourcePage, TargetRecord, WriteOutcome } from '@sluice/connector-kit'
import { defineManifest } from '@sluice/connector-kit'
import { Failure, type Resource, toText } from '@sluice/contract'
import type { Dice } from './dice.ts'
import type { Actor, Gate } from './gate.ts'

interface Row {
  readonly id: number
  readonly revision: number
  readonly changed: string
}

const RESOURCE: Resource = { id: 'orders', label: 'orders', kind: 'table', direction: 'both', fields: [], key: ['id'] }

/** A source that is edited while it is read, and a target that remembers every effect. */
export class FarModel {
  readonly rows = new Map<number, Row>()
  readonly #late: Row[] = []
  readonly #dice: Dice
  #tick = 0
  #nextId = 1
  /** Newest revision in place and the version of the configuration that wrote it, by id. */
  readonly table = new Map<string, { readonly revision: number; readonly version: number }>()
  /** How often each `id/revision` took effect. */
  readonly effects = new Map<string, number>()
  readonly violations: string[] = []
  readonly guarantee: 'upsert' | 'none'
  /** Share of batches and records that go wrong. */
  faults = 0

  constructor(dice: Dice, guarantee: 'upsert' | 'none') {
    this.#dice = dice
    this.guarantee = guarantee
  }

  get versions(): number {
    return [...this.rows.values()].reduce((sum, row) => sum + row.revision, 0)
  }

  /** New rows and new revisions at one instant, often that of the edit before; some are seen only later. */
  edit(): void {
    if (this.#dice.chance(0.5)) this.#tick += 1
    this.showLate(0.5)
    const changed = new Date(Date.UTC(2026, 0, 15) + this.#tick * 1000).toISOString().slice(0, 19)
    for (let left = 1 + this.#dice.below(4); left > 0; left -= 1) {
      const isNew = this.#nextId < 4 || this.#dice.chance(0.5)
      const id = isNew ? this.#nextId++ : 1 + this.#dice.below(this.#nextId - 1)
      // A row that is not to be seen yet is not edited again before it is.
      if (this.#late.some(row => row.id === id)) continue
      const row = { id, revision: (this.rows.get(id)?.revision ?? 0) + 1, changed }
      if (this.#dice.chance(0.15)) this.#late.push(row)
      else this.rows.set(id, row)
    }
  }

  /** Commits that were under way. None waits for longer than the look-back of the strategy. */
  showLate(share: number): void {
    for (const row of this.#late.splice(0)) {
      const ageSeconds = this.#tick - Math.round((Date.parse(`${row.changed}Z`) - Date.UTC(2026, 0, 15)) / 1000)
      if (ageSeconds < 2 && !this.#dice.chance(share)) this.#late.push(row)
      else this.rows.set(row.id, row)
    }
  }

  connector(actor: Actor, gate: Gate): Connector {
    const manifest = defineManifest({
      id: 'fake',
      name: { zh: '模拟', en: 'Fake' },
      group: 'other',
      describe: { zh: '', en: '' },
      icon: { text: 'F', color: '#000000' },
      roles: ['source', 'target'],
      params: [{ field: 'host', label: { zh: '地址', en: 'Address' }, type: 'text' }],
    })
    const connection: Connection = {
      async *test() {},
      discover: async () => [RESOURCE],
      describe: async () => RESOURCE,
      openSource: async () => ({
        readHighWater: field => gate.step(actor, `greatest ${field}`, async () => this.#greatest()),
        read: request => this.#read(actor, gate, request),
        close: async () => undefined,
      }),
      openTarget: async () => ({
        guarantee: this.guarantee,
        write: async (batch, signal) => {
          signal.throwIfAborted()
          return this.#write(batch)
        },
        close: async () => undefined,
      }),
      close: async () => undefined,
    }
    return { manifest, open: async () => connection }
  }

  #greatest(): string | null {
    return [...this.rows.values()].map(row => row.changed).reduce<string | null>((a, b) => (a && a > b ? a : b), null)
  }

  async *#read(
    actor: Actor,
    gate: Gate,
    { cursor, window, pageSize }: { cursor: string | null; window: Bounds | null; pageSize: number },
  ): AsyncGenerator<SourcePage> {
    for (let after = cursor; ; ) {
      const page = await gate.step(actor, `page after ${after}`, async () => this.#page(after, window, pageSize))
      yield page
      if (page.cursor === null) return
      after = page.cursor
    }
  }

  #page(after: string | null, window: Bounds | null, pageSize: number): SourcePage {
    if (this.#dice.chance(this.faults / 4))
      throw new Failure({ code: 'fake.broken', message: 'broken', retry: this.#dice.chance(0.7) ? 'later' : 'never' })
    const placeOf = (row: Row): string => (window ? `${row.changed}|` : '') + String(row.id).padStart(6, '0')
    const found = [...this.rows.values()]
      .filter(row => !window || ((window.from ?? '') <= row.changed && row.changed <= (window.to ?? '9')))
      .filter(row => after === null || placeOf(row) > after)
      .sort((a, b) => (placeOf(a) < placeOf(b) ? -1 : 1))
    const rows = found.slice(0, pageSize)
    const last = rows.at(-1)
    const isLast = found.length <= pageSize || last === undefined
    return { records: rows.map(row => ({ data: { ...row } })), cursor: isLast ? null : placeOf(last) }
  }

  /** Refusals, answers that are lost, targets that are away; what took effect is remembered. */
  #write(batch: readonly TargetRecord[]): WriteOutcome[] {
    if (this.#dice.chance(this.faults / 4))
      throw new Failure({ code: 'fake.away', message: 'away', retry: 'later', cause: new NotSent() })
    const outcomes = batch.map((record): WriteOutcome => {
      if (this.#dice.chance(this.faults / 2))
        return { kind: 'failed', failure: { code: 'fake.busy', message: 'busy', retry: 'later' } }
      this.#take(record)
      return { kind: 'written' }
    })
    if (this.#dice.chance(this.faults / 2)) throw new Error('the answer was lost')
    return outcomes
  }

  #take({ data }: TargetRecord): void {
    const id = toText(data['id'])
    const revision = Number(toText(data['revision']))
    const name = `${id}/${revision}`
    const times = (this.effects.get(name) ?? 0) + 1
    this.effects.set(name, times)
    if (this.guarantee === 'none' && times > 1) this.violations.push(`${name} took effect ${times} times`)
    const known = this.table.get(id)?.revision ?? 0
    if (revision < known) this.violations.push(`${id}: revision ${revision} after ${known}`)
    else this.table.set(id, { revision, version: Number(toText(data['version'])) })
  }
}

interface Bounds {
  readonly from: string | null
  readonly to: string | null
}

/** As the egress client marks a request that never left. */
class NotSent extends Error {
  readonly sent = false
}
