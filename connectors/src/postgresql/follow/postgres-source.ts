import type { ConnectorContext, FollowRequest, SourceLag, SourcePage } from '@sluice/connector-kit'
import {
  type ChangeLog,
  chooseColumns,
  type FollowTable,
  followTable,
  readLogPosition,
  refuseCondition,
  rereadRows,
  type Table,
  TableSource,
} from '@sluice/connector-kit/sql'
import type { SourceConfig, TestStep } from '@sluice/contract'
import { z } from 'zod'
import { toFailure } from '../failure.ts'
import type { Params } from '../manifest.ts'
import { PostgresReader } from '../reader.ts'
import type { Session } from '../session.ts'
import { checkFollow } from './check-follow.ts'
import { compareParts, findTable, identityOf } from './identity.ts'
import { formatLsn, parseLsn } from './lsn.ts'
import { LogPosition, type LogTable, PostgresLog } from './postgres-log.ts'
import { dropSlot, makeLost, makeSlot, nameOf, readSlotLag, takeSlot } from './slot.ts'
import { loadTypes } from './type-facts.ts'
import { WalStream } from './wal-stream.ts'

export interface PostgresOpening {
  readonly params: Params
  readonly context: ConnectorContext
  open(): Promise<Session>
  load(session: Session): Promise<Table>
}

const Options = z.object({ columns: z.array(z.string()).nullish() })

/** A table that is read page by page, or followed by logical replication. */
export class PostgresSource extends TableSource {
  readonly #table: Table
  readonly #config: SourceConfig
  readonly #opening: PostgresOpening
  readonly #reader: PostgresReader
  #stream: WalStream | null = null
  #log: PostgresLog | null = null

  constructor(table: Table, config: SourceConfig, session: Session, opening: PostgresOpening) {
    const reader = new PostgresReader(table, session, () => opening.open())
    super(table, config, reader)
    this.#table = table
    this.#config = config
    this.#opening = opening
    this.#reader = reader
  }

  follow(request: FollowRequest): AsyncIterable<SourcePage> {
    refuseCondition(this.#config)
    const followed: FollowTable = {
      total: this.#table.estimatedCount ?? null,
      begin: () => this.#use(session => this.#begin(session, request.reader)),
      read: (cursor, pageSize, signal) => this.read({ cursor, window: null, pageSize, signal }),
      open: position => this.#open(request.reader, LogPosition.parse(JSON.parse(position))),
      reread: (places, signal) => this.#reread(places, signal),
    }
    return followTable(followed, request)
  }

  async acknowledge(cursor: string): Promise<void> {
    const position = readLogPosition(cursor)
    if (position !== null) this.#stream?.acknowledge(parseLsn(LogPosition.parse(JSON.parse(position)).lsn))
  }

  async readLag(reader: string): Promise<SourceLag> {
    const lag = await this.#use(session => readSlotLag(session, reader))
    const committedAtMs = this.#log?.committedAtMs ?? null
    if (this.#log === null) return lag
    // What other tables write stands between as well; a stream without waiting messages is not behind.
    const isUpToDate = this.#stream?.isEmpty === true
    const seconds = isUpToDate ? 0 : committedAtMs === null ? null : (Date.now() - committedAtMs) / 1000
    return { ...lag, seconds: seconds === null ? null : Math.max(0, Math.round(seconds)) }
  }

  async forget(reader: string): Promise<void> {
    this.#stream?.close()
    await this.#use(session => dropSlot(session, reader))
  }

  async *checkFollow(): AsyncIterable<TestStep> {
    yield* checkFollow(this.#table, this.#config, () => this.#opening.open())
  }

  override async close(): Promise<void> {
    this.#stream?.close()
    await super.close()
  }

  async #begin(session: Session, reader: string): Promise<string> {
    const lsn = formatLsn(await makeSlot(session, this.#table, reader))
    const columns = this.#table.columns.filter(column => !column.isGenerated).map(column => column.name)
    const found = await findTable(session, this.#table, nameOf(reader))
    const identity = found ? { identity: identityOf(found) } : {}
    return JSON.stringify({ lsn, columns, ...identity } satisfies LogPosition)
  }

  async #open(reader: string, position: LogPosition): Promise<ChangeLog> {
    const slot = await this.#use(session => takeSlot(session, reader))
    if (slot === null) throw makeLost('The replication slot of this strategy is gone.')
    if (slot.isLost) throw makeLost('The server has thrown away the log that comes next (max_slot_wal_keep_size).')
    const start = parseLsn(position.lsn)
    if (slot.confirmed > start)
      throw makeLost('The replication slot has moved on without this strategy (another reader, or a restored store).')
    const { params, context } = this.#opening
    this.#stream = await WalStream.open(params, context, nameOf(reader), start)
    this.#log = new PostgresLog(this.#stream, this.#describe(nameOf(reader)), position)
    return this.#log
  }

  #describe(slot: string): LogTable {
    return {
      slot,
      table: this.#table,
      key: this.#config.key,
      chosen: Options.parse(this.#config.options).columns ?? [],
      reload: () => this.#use(session => this.#opening.load(session)),
      loadTypes: ids => this.#use(session => loadTypes(session, ids)),
      find: () => this.#use(session => findTable(session, this.#table, slot)),
      compareParts: (before, now) => this.#use(session => compareParts(session, before, now)),
      now: () => this.#opening.context.now(),
    }
  }

  async #reread(places: readonly (readonly string[])[], signal: AbortSignal): ReturnType<typeof rereadRows> {
    const config = this.#config
    const table = await this.#use(session => this.#opening.load(session))
    const chosen = Options.parse(config.options).columns ?? []
    const columns = chooseColumns(table, chosen, config.key)
    return rereadRows({ table, config, columns, reader: this.#reader }, places, signal)
  }

  async #use<T>(work: (session: Session) => Promise<T>): Promise<T> {
    const session = await this.#opening.open()
    try {
      return await work(session)
    } catch (error) {
      throw toFailure(error, `Following ${this.#table.label} failed`)
    } finally {
      await session.close()
    }
  }
}
