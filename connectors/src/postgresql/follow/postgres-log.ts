import type { FollowNotice } from '@sluice/connector-kit'
import { type ChangeEvent, type ChangeLog, type ChangeRow, chooseColumns, type Table } from '@sluice/connector-kit/sql'
import { Failure } from '@sluice/contract'
import { z } from 'zod'
import { compileLayout, type RowLayout } from './layout.ts'
import { formatLsn, parseLsn } from './lsn.ts'
import type { PgOutput, Relation } from './pgoutput.ts'
import type { TypeFacts } from './type-facts.ts'
import type { WalMessage, WalStream } from './wal-stream.ts'

/** Where to go on: behind the last whole transaction, and how far into the one after it. */
export const LogPosition = z.object({
  lsn: z.string(),
  tx: z.string().optional(),
  done: z.int().optional(),
  /** Columns people have been told of. */
  columns: z.array(z.string()).optional(),
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
}

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
  #layout: RowLayout | null = null
  #relation: Relation | null = null
  /** Time of the last commit read. */
  committedAtMs: number | null = null

  constructor(stream: WalStream, of: LogTable, position: LogPosition) {
    this.#stream = stream
    this.#of = of
    this.#lsn = parseLsn(position.lsn)
    this.#skip = position.tx === undefined ? null : { tx: parseLsn(position.tx), done: position.done ?? 0 }
    this.#columns = position.columns ?? null
  }

  async next(waitMs: number): Promise<ChangeEvent | null> {
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
        return this.#event([], 0, this.#isKnown() ? [] : [truncated])
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
    const layout = this.#layout
    if (!layout) throw new Error('reading a change: its table has not been described')
    if (change.kind === 'insert') return [layout.toRow(change.row, null)]
    if (change.kind === 'delete') return [layout.toDelete(change.old, change.isKey)]
    const { row, old, isKey } = change
    // Without an old row the key is what it was.
    const moved = old !== null && layout.hasMoved(old, row) ? [layout.toDelete(old, isKey)] : []
    return [...moved, layout.toRow(row, isKey ? null : old)]
  }

  #event(rows: readonly ChangeRow[], bytes: number, notices: readonly FollowNotice[] = []): ChangeEvent {
    const position: LogPosition = {
      lsn: formatLsn(this.#lsn),
      ...(this.#tx === null ? {} : { tx: formatLsn(this.#tx), done: this.#done }),
      ...(this.#columns === null ? {} : { columns: [...this.#columns] }),
    }
    return { rows, bytes, notices, position: () => JSON.stringify(position) }
  }

  /** A description comes before the first change of a session and again after the table was altered. */
  async #adopt(relation: Relation): Promise<FollowNotice[]> {
    const before = this.#relation
    this.#relation = relation
    const types = await this.#of.loadTypes(relation.columns.map(column => column.typeId))
    const isAltered = describeColumns(before) !== describeColumns(relation)
    const table = before !== null && isAltered ? await this.#of.reload() : this.#of.table
    const { key, chosen } = this.#of
    const names = relation.columns.map(column => column.name)
    const notices = this.#compare(names, before !== null && isAltered)
    this.#layout = compileLayout(relation, types, chooseColumns(table, chosen, key), key)
    this.#columns = names
    return notices
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
const truncated: FollowNotice = {
  code: 'follow.truncated',
  text: 'The table was emptied at once (TRUNCATE); its records are left alone at the target.',
}

const makeRemoved = (label: string, name: string): Failure =>
  new Failure({
    code: 'resource.field',
    message: `The column "${name}" that the strategy reads was removed from ${label}.`,
    field: 'columns',
    value: name,
    advice: 'Choose the columns and the key again, then start the strategy.',
  })
