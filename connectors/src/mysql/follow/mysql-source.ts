import { createHash } from 'node:crypto'
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
import { Failure, type FailureInit, type SourceConfig, type TestStep } from '@sluice/contract'
import { z } from 'zod'
import { toFailure } from '../failure.ts'
import type { Params } from '../manifest.ts'
import { MysqlReader } from '../reader.ts'
import type { Session } from '../session.ts'
import { refuseFilters } from './binlog-filters.ts'
import { findStart, hasFile, readBinlogLag, readFacts, readServer, withLog } from './binlog-server.ts'
import { BinlogStream, makeLost } from './binlog-stream.ts'
import { checkFollow } from './check-follow.ts'
import { LogPosition, MysqlLog, type TableState } from './mysql-log.ts'

export interface MysqlOpening {
  readonly params: Params
  readonly context: ConnectorContext
  open(): Promise<Session>
  load(session: Session): Promise<Table>
}

const Options = z.object({ columns: z.array(z.string()).nullish() })

/** A table that is read page by page, or followed by the server's binary log. */
export class MysqlSource extends TableSource {
  readonly #table: Table
  readonly #config: SourceConfig
  readonly #opening: MysqlOpening
  readonly #reader: MysqlReader
  readonly #chosen: readonly string[]
  #stream: BinlogStream | null = null
  #log: MysqlLog | null = null

  constructor(table: Table, config: SourceConfig, session: Session, opening: MysqlOpening) {
    const reader = new MysqlReader(table, session, () => opening.open())
    super(table, config, reader)
    this.#table = table
    this.#config = config
    this.#opening = opening
    this.#reader = reader
    this.#chosen = Options.parse(config.options).columns ?? []
  }

  follow(request: FollowRequest): AsyncIterable<SourcePage> {
    refuseCondition(this.#config)
    const followed: FollowTable = {
      total: this.#table.estimatedCount ?? null,
      begin: () => this.#use(session => this.#begin(session)),
      read: (cursor, pageSize, signal) => this.read({ cursor, window: null, pageSize, signal }),
      open: position => this.#open(request.reader, LogPosition.parse(JSON.parse(position))),
      reread: (places, signal) => this.#reread(places, signal),
    }
    return followTable(followed, request)
  }

  async readLag(_reader: string, cursor: string | null): Promise<SourceLag> {
    const at = cursor === null ? null : readLogPosition(cursor)
    const position = this.#log?.position ?? (at === null ? null : LogPosition.parse(JSON.parse(at)))
    const lag = await this.#use(session => withLog(() => readBinlogLag(session, position)))
    if (this.#log === null || this.#stream === null) return lag
    const seconds = this.#log.at === null ? null : Math.round(Date.now() / 1000 - this.#log.at)
    return { ...lag, seconds: this.#stream.isEmpty ? 0 : seconds }
  }

  /** The server keeps nothing for a reader. */
  async forget(): Promise<void> {}

  async *checkFollow(): AsyncIterable<TestStep> {
    yield* checkFollow(this.#table, this.#config, this.#opening.params.database, () => this.#opening.open())
  }

  override async close(): Promise<void> {
    this.#stream?.close()
    await super.close()
  }

  async #begin(session: Session): Promise<string> {
    for await (const step of this.checkFollow()) {
      // Found out now rather than by a change that was logged in a form that cannot be read.
      if (step.error && step.name !== 'followRetention') throw new Failure(toInit(step.error))
    }
    const start = await withLog(() => findStart(session))
    const columns = (await readFacts(session, this.#table.id)).map(fact => fact.name)
    return JSON.stringify({ ...start, columns } satisfies LogPosition)
  }

  async #open(reader: string, position: LogPosition): Promise<ChangeLog> {
    const { params, context } = this.#opening
    const { server, isThere, isMariaDb } = await this.#use(session =>
      withLog(async () => {
        // Set since it was followed last, it would hide what comes now.
        await refuseFilters(session, params.database)
        return {
          server: await readServer(session),
          isThere: await hasFile(session, position.file),
          isMariaDb: session.isMariaDb,
        }
      }),
    )
    const isSame = server === position.server && isThere
    if (!isSame && !(isMariaDb && position.gtid))
      throw makeLost(
        server === position.server
          ? `The server has removed the binary log ${position.file}, which comes next.`
          : 'This is another server than before, and its binary log cannot be compared with the old one.',
      )
    const { file, position: at, gtid } = position
    const place = { file, position: at, ...(isSame || gtid === undefined ? {} : { gtid }) }
    this.#stream = await BinlogStream.open(params, context, place, numberOf(reader))
    this.#log = new MysqlLog(
      this.#stream,
      {
        schema: params.database,
        table: this.#table,
        key: this.#config.key,
        chosen: this.#chosen,
        offsetMinutes: readOffset(params.time_zone),
        load: () => this.#use(session => this.#load(session)),
      },
      { ...position, server },
    )
    return this.#log
  }

  async #load(session: Session): Promise<TableState> {
    return { table: await this.#opening.load(session), facts: await readFacts(session, this.#table.id) }
  }

  async #reread(places: readonly (readonly string[])[], signal: AbortSignal): ReturnType<typeof rereadRows> {
    const config = this.#config
    const table = await this.#use(session => this.#opening.load(session))
    const columns = chooseColumns(table, this.#chosen, config.key)
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

const toInit = ({ code, message, advice }: NonNullable<TestStep['error']>): FailureInit => ({
  code,
  message,
  ...(advice === undefined ? {} : { advice }),
})

/** A server talks to one follower of a number; those of real servers are small. */
const numberOf = (reader: string): number =>
  0x40000000 + (createHash('sha256').update(reader).digest().readUInt32BE(0) >>> 2)

function readOffset(zone: string | null | undefined): number {
  const match = /^([+-])(\d{2}):(\d{2})$/.exec(zone ?? '')
  if (!match) return 0
  const minutes = Number(match[2]) * 60 + Number(match[3])
  return match[1] === '-' ? -minutes : minutes
}
