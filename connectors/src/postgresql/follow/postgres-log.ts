import type { FollowNotice, StructureChange } from '@sluice/connector-kit'
import {
  type ChangeEvent,
  type ChangeLog,
  type ChangeRow,
  chooseColumns,
  type Table,
  toResource,
} from '@sluice/connector-kit/sql'
import { Failure } from '@sluice/contract'
import { z } from 'zod'
import { type FoundTable, identityOf, TableIdentity } from './identity.ts'
import { compileLayout, type RowLayout } from './layout.ts'
import { formatLsn, parseLsn } from './lsn.ts'
import type { PgOutput, Relation } from './pgoutput.ts'
import { makeLost } from './slot.ts'
import type { TypeFacts } from './type-facts.ts'
import type { WalMessage, WalStream } from './wal-stream.ts'

/** Where to go on: behind the last whole transaction, and how far into the one after it. */
export const LogPosition = z.object({
  lsn: z.string(),
  tx: z.string().optional(),
  done: z.int().optional(),
  /** Columns people have been told of. */
  columns: z.array(z.string()).optional(),
  /** The table these changes are of; absent: as it is found. */
  identity: TableIdentity.optional(),
})
export type LogPosition = z.output<typeof LogPosition>

export interface LogTable {
  readonly slot: string
  readonly table: Table
  /** Key columns: a place in the order of reading. */
  readonly key: readonly string[]
  /** Columns chosen by the strategy; empty: all. */
  readonly chosen: readonly string[]
  /** The table as the catalogue has it now. */
  reload(): Promise<Table>
  /** What a column of this type holds, by the type's id. */
  loadTypes(ids: readonly number[]): Promise<ReadonlyMap<number, TypeFacts>>
  /** Which table has the name now. */
  find(): Promise<FoundTable | null>
  compareParts(before: readonly string[], now: readonly string[]): Promise<StructureChange | null>
  now(): number
}

/** It leaves nothing out now, and may have meanwhile. */
const republished: StructureChange = {
  untold: {
    rows: 'other',
    text: 'The publication of the table was altered or made anew, so changes of meanwhile may be missing from the log.',
  },
}

/** What the log does not tell is looked for this often. */
const LOOK_MS = 10_000

/** The changes of one table from its slot. A transaction that was cut is gone over again up to where it was cut. */
export class PostgresLog implements ChangeLog {
  readonly #stream: WalStream
  readonly #of: LogTable
  #lsn: bigint
  #tx: bigint | null = null
  #done = 0
  /** Changes of the coming transaction that are known already. */
  #skip: { readonly tx: bigint; readonly done: number } | null
  #columns: readonly string[] | null
  /** Of the table and of those that inherit from it, by the numbers the log has for them. */
  readonly #layouts = new Map<number, RowLayout>()
  readonly #relations = new Map<number, Relation>()
  #identity: TableIdentity | null
  #lookedMs = Number.NEGATIVE_INFINITY
  /** Time of the last commit read. */
  committedAtMs: number | null = null

  constructor(stream: WalStream, of: LogTable, position: LogPosition) {
    this.#stream = stream
    this.#of = of
    this.#lsn = parseLsn(position.lsn)
    this.#skip = position.tx === undefined ? null : { tx: parseLsn(position.tx), done: position.done ?? 0 }
    this.#columns = position.columns ?? null
    this.#identity = position.identity ?? null
  }

  async next(waitMs: number): Promise<ChangeEvent | null> {
    const structure = await this.#look()
    if (structure) return this.#event([], 0, { structure })
    const message = await this.#stream.next(waitMs)
    if (message === null) return null
    if (message.kind === 'data') return this.#take(message)
    // Nothing of ours is under way: all before this place has been seen.
    if (this.#tx === null && this.#stream.isEmpty && message.end > this.#lsn) this.#lsn = message.end
    return this.#event([], 0)
  }

  describe(): string {
    return `${this.#of.slot} at ${formatLsn(this.#lsn)}`
  }

  close(): void {
    this.#stream.close()
  }

  async #take({ message, bytes }: Extract<WalMessage, { readonly kind: 'data' }>): Promise<ChangeEvent> {
    switch (message.kind) {
      case 'begin':
        this.#tx = message.finalLsn
        this.#done = 0
        this.committedAtMs = message.committedAtMs
        return this.#event([], 0)
      case 'commit':
        this.#lsn = message.endLsn
        this.#tx = null
        this.#done = 0
        return this.#event([], 0)
      case 'relation':
        return this.#event([], 0, await this.#adopt(message))
      case 'insert':
      case 'update':
      case 'delete':
        return this.#event(this.#isKnown() ? [] : this.#read(message), bytes)
      case 'truncate':
        return this.#event([], 0, this.#isKnown() ? {} : { structure: this.#empty(message.relations) })
      default:
        return this.#event([], 0)
    }
  }

  /** Counts the change; true: it was passed on before the transaction was cut. */
  #isKnown(): boolean {
    this.#done += 1
    return this.#skip !== null && this.#skip.tx === this.#tx && this.#done <= this.#skip.done
  }

  #read(change: Extract<PgOutput, { readonly kind: 'insert' | 'update' | 'delete' }>): ChangeRow[] {
    const layout = this.#layouts.get(change.relation)
    if (!layout) throw new Error('reading a change: its table has not been described')
    if (change.kind === 'insert') return [layout.toRow(change.row, null)]
    if (change.kind === 'delete') return [layout.toDelete(change.old, change.isKey)]
    const { row, old, isKey } = change
    // Without an old row the key is what it was.
    const moved = old !== null && layout.hasMoved(old, row) ? [layout.toDelete(old, isKey)] : []
    return [...moved, layout.toRow(row, isKey ? null : old)]
  }

  /** Other tables stand in the message too where one statement emptied several. */
  #empty(relations: readonly number[]): StructureChange {
    const own = this.#identity?.oid
    if (own === undefined || relations.includes(Number(own))) return { isEmptied: true }
    return { untold: { rows: 'gone', text: 'A table that inherits from this one was emptied at once.' } }
  }

  /** @throws Failure `follow.lost` when the name has gone over to another table */
  async #look(): Promise<StructureChange | null> {
    // A clock that was set back is no reason to look later.
    if (Math.abs(this.#of.now() - this.#lookedMs) < LOOK_MS) return null
    const found = await this.#of.find()
    this.#lookedMs = this.#of.now()
    const before = this.#identity
    if (found === null) throw makeLost('The table was dropped, or has another name now.')
    if (before !== null && before.oid !== found.oid)
      throw makeLost('The table was replaced by another of its name, of which the log has told nothing.')
    if (!found.isFollowed)
      throw makeLost(
        `The publication ${this.#of.slot} is no longer of this table, so the log tells nothing of its changes.`,
      )
    if (found.leavesOut !== null)
      throw makeLost(`The publication ${this.#of.slot} was altered and leaves out: ${found.leavesOut}.`)
    this.#identity = identityOf(found)
    if (before === null) return null
    if (before.publication !== undefined && before.publication !== found.publication) return republished
    return this.#of.compareParts(before.parts, found.parts)
  }

  #event(
    rows: readonly ChangeRow[],
    bytes: number,
    told: Pick<ChangeEvent, 'notices' | 'structure'> = {},
  ): ChangeEvent {
    const position: LogPosition = {
      lsn: formatLsn(this.#lsn),
      ...(this.#tx === null ? {} : { tx: formatLsn(this.#tx), done: this.#done }),
      ...(this.#columns === null ? {} : { columns: [...this.#columns] }),
      ...(this.#identity === null ? {} : { identity: this.#identity }),
    }
    return { rows, bytes, ...told, position: () => JSON.stringify(position) }
  }

  /** A description comes before the first change of a session and again after the table was altered. */
  async #adopt(relation: Relation): Promise<Pick<ChangeEvent, 'notices' | 'structure'>> {
    const before = this.#relations.get(relation.id) ?? null
    this.#relations.set(relation.id, relation)
    const types = await this.#of.loadTypes(relation.columns.map(column => column.typeId))
    const isAltered = before !== null && describeColumns(before) !== describeColumns(relation)
    // The catalogue may be ahead of the log: rows that lack what it has are read again by key.
    const table = await this.#of.reload()
    const { key, chosen } = this.#of
    const names = relation.columns.map(column => column.name)
    // One that inherits has columns of its own, which nobody reads.
    const isOwn = this.#identity === null || Number(this.#identity.oid) === relation.id
    const notices = isOwn ? this.#compare(names, isAltered) : []
    this.#layouts.set(relation.id, compileLayout(relation, types, chooseColumns(table, chosen, key), key))
    if (!isOwn) return {}
    this.#columns = names
    // Renamed, it is described anew as well: whose name it has is seen before the change that follows is taken.
    this.#lookedMs = Number.NEGATIVE_INFINITY
    return { notices, structure: { fields: toResource(table).fields } }
  }

  #compare(names: readonly string[], isAltered: boolean): FollowNotice[] {
    const known = this.#columns
    if (known === null) return []
    const added = names.filter(name => !known.includes(name))
    const removed = known.filter(name => !names.includes(name))
    const needed = removed.find(name => this.#of.key.includes(name) || this.#of.chosen.includes(name))
    if (needed !== undefined) throw makeRemoved(this.#of.table.label, needed)
    if (added.length === 0 && removed.length === 0) return isAltered ? [{ code: 'follow.columns', text: altered }] : []
    const parts = [
      ...(added.length === 0 ? [] : [`New columns of the table: ${added.join(', ')}.`]),
      ...(removed.length === 0 ? [] : [`Columns gone from the table: ${removed.join(', ')}.`]),
    ]
    return [{ code: 'follow.columns', text: parts.join(' ') }]
  }
}

const describeColumns = (relation: Relation | null): string => JSON.stringify(relation?.columns ?? null)

const altered = 'The columns of the table have changed their type or their key.'
const makeRemoved = (label: string, name: string): Failure =>
  new Failure({
    code: 'resource.field',
    message: `The column "${name}" that the strategy reads was removed from ${label}.`,
    field: 'columns',
    value: name,
    advice: 'Choose the columns and the key again, then start the strategy.',
  })
