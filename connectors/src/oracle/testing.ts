import {
  type Binds,
  type Driver,
  type DriverColumn,
  type DriverConnection,
  type DriverResult,
  leadOut,
} from './driver.ts'

interface Answer {
  readonly rows?: readonly (readonly unknown[])[]
  readonly columns?: readonly DriverColumn[]
  readonly count?: number
  /** Thrown instead. */
  readonly error?: string
  /** Of many rows, those refused by their place. */
  readonly refused?: Readonly<Record<number, string>>
}
export type Reply = (sql: string, binds: Binds | readonly Binds[]) => Answer

interface Asked {
  readonly user?: string
  readonly password?: string
  readonly connectString?: string
}

/** Stands in for the driver at its own interface: no server of Oracle's is at hand, and its protocol is not documented. */
export class DriverDouble implements Driver {
  readonly DB_TYPE_VARCHAR = 'VARCHAR'
  readonly DB_TYPE_RAW = 'RAW'
  readonly DB_TYPE_CLOB = 'CLOB'
  readonly DB_TYPE_BLOB = 'BLOB'
  readonly seen: string[] = []
  /** What was bound to many rows, and how. */
  readonly many: { readonly rows: readonly Binds[]; readonly options: Readonly<Record<string, unknown>> }[] = []
  /** What a column of these types is fetched as. */
  readonly fetched: Record<string, unknown> = {}
  password = ''
  connectString = ''
  reply: Reply = () => ({})

  async getConnection(asked: Asked): Promise<DriverConnection> {
    this.connectString = asked.connectString ?? ''
    // As the driver does.
    const [, host = '', port] = /HOST=([^)]+)\)\(PORT=(\d+)/.exec(this.connectString) ?? []
    await leadOut.call({}, { host, port: Number(port) })
    if (asked.password !== this.password) throw new Error('ORA-01017: invalid username/password; logon denied')
    if (/no_such_database/.test(this.connectString))
      throw new Error('NJS-518: cannot connect. Service "x" is not registered.')
    return this.#connect()
  }

  #connect(): DriverConnection {
    const answer = (sql: string, binds: Binds | readonly Binds[]): Answer => {
      this.seen.push(sql)
      const told = this.reply(sql, binds)
      if (told.error !== undefined) throw new Error(told.error)
      return told
    }
    return {
      callTimeout: 0,
      oracleServerVersionString: '19.24.0.0.0',
      execute: async (sql, binds, options) => {
        const told = answer(sql, binds)
        this.#noteFetching(options['fetchTypeHandler'])
        return toResult(told, options)
      },
      executeMany: async (sql, rows, options) => {
        this.many.push({ rows, options })
        const { refused = {} } = answer(sql, rows)
        return {
          batchErrors: Object.entries(refused).map(([at, message]) =>
            Object.assign(new Error(message), { offset: Number(at) }),
          ),
        }
      },
      commit: async () => void answer('commit', {}),
      rollback: async () => void answer('rollback', {}),
      close: async () => undefined,
    }
  }

  #noteFetching(handler: unknown): void {
    if (typeof handler !== 'function') return
    for (const dbTypeName of ['NUMBER', 'CLOB', 'BLOB', 'VARCHAR2', 'BINARY_DOUBLE'])
      this.fetched[dbTypeName] = handler({ dbTypeName })?.type
  }
}

function toResult(told: Answer, options: Readonly<Record<string, unknown>>): DriverResult {
  const rows = [...(told.rows ?? [])]
  if (options['resultSet'] !== true)
    return { rows, metaData: told.columns ?? [], ...(told.count === undefined ? {} : { rowsAffected: told.count }) }
  return {
    resultSet: {
      getRows: async count => rows.splice(0, count),
      close: async () => undefined,
    },
  }
}
