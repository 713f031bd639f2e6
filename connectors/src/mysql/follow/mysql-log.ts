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
import type { RowsEvent, TableMap } from './binlog-event.ts'
import { type ColumnFacts, compileLayout, type RowLayout } from './binlog-layout.ts'
import { type BinlogMessage, type BinlogStream, makeLost } from './binlog-stream.ts'
import { readStatement } from './read-statement.ts'

/** Where to go on: behind the last whole transaction, and how many of our rows of the next are known already. */
export const LogPosition = z.object({
  file: z.string(),
  position: z.int(),
  /** The server whose file that is. */
  server: z.string(),
  gtid: z.string().optional(),
  done: z.int().optional(),
  columns: z.array(z.string()).optional(),
})
export type LogPosition = z.output<typeof LogPosition>

export interface TableState {
  readonly table: Table
  readonly facts: readonly ColumnFacts[]
}

export interface LogTable {
  readonly schema: string
  readonly table: Table
  readonly key: readonly string[]
  readonly chosen: readonly string[]
  readonly offsetMinutes: number
  /** As the catalogue has it now. @throws Failure `resource.missing` */
  load(): Promise<TableState>
}

type Told = Pick<ChangeEvent, 'notices' | 'structure'>

/** The changes of one table from the server's binary log; those of all others are passed over. */
export class MysqlLog implements ChangeLog {
  readonly #stream: BinlogStream
  readonly #of: LogTable
  #position: LogPosition
  #file: string
  #gtid: string | undefined
  #done = 0
  #skip: number
  #isAlone = false
  #isInside = false
  #state: TableState | null = null
  #layout: RowLayout | null = null
  #tableId = -1
  /** Since this log was opened: the catalogue may be ahead of the rows that come next. */
  #isAltered = false
  /** Seconds since the epoch of the last event. */
  at: number | null = null

  constructor(stream: BinlogStream, of: LogTable, position: LogPosition) {
    this.#stream = stream
    this.#of = of
    const { done = 0, ...rest } = position
    this.#position = rest
    this.#file = position.file
    this.#gtid = position.gtid
    this.#skip = done
  }

  get position(): LogPosition {
    return this.#position
  }

  async next(waitMs: number): Promise<ChangeEvent | null> {
    const message = await this.#stream.next(waitMs)
    if (message === null) return null
    const { head, event, bytes } = message
    if (head.at > 0) this.at = head.at
    switch (event.kind) {
      case 'rotate':
        this.#file = event.file
        if (!this.#isInside) this.#moveTo(event.position)
        return this.#event([], 0)
      case 'begin':
        this.#begin(event.gtid, event.standsAlone)
        return this.#event([], 0)
      case 'commit':
        this.#commit(message)
        return this.#event([], 0)
      case 'query':
        return this.#takeQuery(message, event.schema, event.sql)
      case 'table':
        return this.#event([], 0, await this.#adopt(event))
      case 'rows':
        return this.#event(this.#read(event), event.tableId === this.#tableId ? bytes : 0)
      case 'unreadable':
        throw makeUnreadable(event.why)
      default:
        return this.#event([], 0)
    }
  }

  describe(): string {
    return `${this.#position.file}:${this.#position.position}${this.#gtid === undefined ? '' : ` (${this.#gtid})`}`
  }

  close(): void {
    this.#stream.close()
  }

  #begin(gtid: string, standsAlone: boolean): void {
    this.#gtid = mergeGtid(this.#position.gtid, gtid)
    this.#isAlone = standsAlone
    // MariaDB's own ids stand for BEGIN; MySQL writes one.
    this.#isInside = !gtid.includes(':')
    this.#done = 0
  }

  #commit({ head }: BinlogMessage): void {
    this.#isInside = false
    this.#isAlone = false
    this.#done = 0
    this.#skip = 0
    if (head.nextPosition > 0) this.#moveTo(head.nextPosition)
  }

  #moveTo(position: number): void {
    const gtid = this.#gtid === undefined ? {} : { gtid: this.#gtid }
    this.#position = { ...this.#position, file: this.#file, position, ...gtid }
  }

  #takeQuery(message: BinlogMessage, schema: string, sql: string): ChangeEvent {
    let structure: StructureChange | null = null
    if (sql === 'BEGIN') this.#isInside = true
    else {
      const word = /^\s*(?:\/\*[\s\S]*?\*\/\s*)*(\w+)/.exec(sql)?.[1]?.toLowerCase() ?? ''
      if (this.#concerns(schema, sql)) {
        if (/^(?:insert|update|delete|replace|load)$/.test(word)) throw makeStatement()
        // A new description follows; it is compared with the catalogue.
        if (/^(?:alter|create|drop|rename)$/.test(word)) this.#state = null
        if (this.#state === null && !INDEX.test(sql)) this.#isAltered = true
      }
      structure = readStatement(sql, schema, { schema: this.#of.schema, table: this.#of.table.id })
      if (this.#isAlone || !this.#isInside) this.#commit(message)
    }
    return this.#event([], 0, structure === null ? {} : { structure })
  }

  #concerns(schema: string, sql: string): boolean {
    const { schema: own, table } = this.#of
    const text = sql.toLowerCase()
    return (
      text.includes(table.id.toLowerCase()) &&
      (schema.toLowerCase() === own.toLowerCase() || text.includes(own.toLowerCase()))
    )
  }

  async #adopt(map: TableMap): Promise<Told> {
    const { schema, table } = this.#of
    if (map.schema.toLowerCase() !== schema.toLowerCase() || map.name.toLowerCase() !== table.id.toLowerCase())
      return {}
    if (this.#state !== null && map.id === this.#tableId && this.#layout !== null) return {}
    let layout = this.#state === null ? null : this.#compile(map, this.#state)
    const isAsked = layout === null
    if (layout === null) {
      this.#state = await this.#of.load()
      layout = this.#compile(map, this.#state)
    }
    if (layout === null || (map.names === null && this.#mayDiffer(this.#state)))
      throw makeLost(
        `${table.label} was altered, and the changes made before that can no longer be read (set binlog_row_metadata = FULL to avoid this).`,
      )
    this.#tableId = map.id
    this.#layout = layout
    const notices = this.#compare(map.names ?? this.#state?.facts.map(fact => fact.name) ?? [])
    return { notices, ...(isAsked && this.#state && { structure: { fields: toResource(this.#state.table).fields } }) }
  }

  /** Rows without names are those of the columns that were known last, as long as nobody has altered the table. */
  #mayDiffer(state: TableState | null): boolean {
    const known = this.#position.columns
    const names = state?.facts.map(fact => fact.name)
    return this.#isAltered || (known !== undefined && JSON.stringify(names) !== JSON.stringify(known))
  }

  #compile(map: TableMap, { table, facts }: TableState): RowLayout | null {
    const { key, chosen, offsetMinutes } = this.#of
    const columns = chooseColumns(
      table,
      chosen.filter(name => table.columns.some(each => each.name === name)),
      key,
    )
    return compileLayout({ map, facts, table, columns, key, offsetMinutes })
  }

  #compare(names: readonly string[]): FollowNotice[] {
    const known = this.#position.columns
    this.#position = { ...this.#position, columns: [...names] }
    if (known === undefined) return []
    const added = names.filter(name => !known.includes(name))
    const removed = known.filter(name => !names.includes(name))
    const needed = removed.find(name => this.#of.key.includes(name) || this.#of.chosen.includes(name))
    if (needed !== undefined) throw makeRemoved(this.#of.table.label, needed)
    const parts = [
      ...(added.length === 0 ? [] : [`New columns of the table: ${added.join(', ')}.`]),
      ...(removed.length === 0 ? [] : [`Columns gone from the table: ${removed.join(', ')}.`]),
    ]
    if (parts.length === 0) return []
    return [{ code: 'follow.columns', text: parts.join(' ') }]
  }

  #read(event: RowsEvent): ChangeRow[] {
    if (event.tableId !== this.#tableId || this.#layout === null) return []
    return this.#layout.readRows(event).flatMap(rows => {
      this.#done += 1
      return this.#done <= this.#skip ? [] : rows
    })
  }

  #event(rows: readonly ChangeRow[], bytes: number, told: Told = {}): ChangeEvent {
    const position = this.#position
    const done = Math.max(this.#done, this.#skip)
    return {
      rows,
      bytes,
      ...told,
      position: () => JSON.stringify(done === 0 ? position : { ...position, done }),
    }
  }
}

/** Leaves the columns as they are. */
const INDEX = /^\s*(?:create|drop)\s+(?:(?:or\s+replace|online|offline|unique|fulltext|spatial)\s+)*index\b/i

/** MariaDB: the last of each domain, `domain-server-sequence`. MySQL: the last one alone, for people to see. */
function mergeGtid(known: string | undefined, gtid: string): string {
  if (gtid.includes(':')) return gtid
  const [domain] = gtid.split('-')
  const others = (known ?? '').split(',').filter(each => each !== '' && each.split('-')[0] !== domain)
  return [...others, gtid].join(',')
}

const makeStatement = (): Failure =>
  makeLost('A change was logged as a statement and not as rows (binlog_format is not ROW for some session).')

const makeUnreadable = (why: 'compressed' | 'partial'): Failure =>
  new Failure({
    code: 'follow.format',
    message:
      why === 'compressed'
        ? 'The server compresses its binary log, which cannot be read.'
        : 'The server logs parts of JSON values only, which cannot be read.',
    advice:
      why === 'compressed'
        ? 'Set log_bin_compress (MariaDB) or binlog_transaction_compression (MySQL) to off.'
        : "Set binlog_row_value_options to ''.",
  })

const makeRemoved = (label: string, name: string): Failure =>
  new Failure({
    code: 'resource.field',
    message: `The column "${name}" that the strategy reads was removed from ${label}.`,
    field: 'columns',
    value: name,
    advice: 'Choose the columns and the key again, then start the strategy.',
  })
