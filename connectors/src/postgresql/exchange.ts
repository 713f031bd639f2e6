import type { Replacement } from '@sluice/connector-kit'
import {
  type ExchangeSession,
  exchangeKey,
  ShadowReplacement,
  shadowNames,
  type Table,
} from '@sluice/connector-kit/sql'
import type { TargetConfig } from '@sluice/contract'
import { parseTableId, quoteName } from './dialect.ts'
import { toFailure } from './failure.ts'
import type { Session } from './session.ts'
import { PostgresTarget } from './target.ts'

/** @throws Failure `target.replace` for a view or a table without a unique key */
export async function openExchange(
  table: Table,
  config: TargetConfig,
  timeZone: string,
  session: Session,
  open: () => Promise<Session>,
  id: string,
): Promise<Replacement> {
  const key = exchangeKey(table, config)
  const [schema, name] = parseTableId(table.id) ?? [null, table.id]
  const owner = schema ?? 'public'
  const names = shadowNames(`${owner}.${name}`, id)
  await dropOlder(session, owner, names.prefix)
  const shadow = `${quoteName(owner)}.${quoteName(names.name)}`
  // Not logged: a copy that a crash of the server empties fails the count and is not exchanged.
  await session.run(
    `create unlogged table ${shadow} (like ${table.sqlName} including defaults including constraints including generated including identity including indexes)`,
  )
  const exchange = await open()
  const copy: Table = { ...table, sqlName: shadow, label: table.label }
  const inner = new PostgresTarget(copy, { ...config, mode: 'upsert' }, timeZone, session, open)
  return new ExchangeReplacement(table, key, shadow, inner, makeSession(exchange, table, open), exchange)
}

async function dropOlder(session: Session, schema: string, prefix: string): Promise<void> {
  const older = await session.query(
    'select tablename from pg_tables where schemaname = $1 and starts_with(tablename, $2)',
    [schema, prefix],
  )
  for (const [name] of older) await session.run(`drop table if exists ${quoteName(schema)}.${quoteName(name ?? '')}`)
}

/** Has a session of its own for the exchange, because that of the writer is cut when a run is. */
class ExchangeReplacement extends ShadowReplacement {
  readonly #exchange: Session

  constructor(
    table: Table,
    key: readonly string[],
    shadow: string,
    inner: PostgresTarget,
    session: ExchangeSession,
    exchange: Session,
  ) {
    super(table, key, shadow, inner, session)
    this.#exchange = exchange
  }

  override async close(): Promise<void> {
    await Promise.all([super.close(), this.#exchange.close()])
  }
}

const makeSession = (session: Session, table: Table, open: () => Promise<Session>): ExchangeSession => ({
  run: async sql => {
    if (session.isBroken) return runAlone(open, sql)
    await session.run(sql)
  },
  count: async sql => Number((await session.query(sql))[0]?.[0]),
  begin: async () => {
    // Writers wait until the commit, readers do not.
    await session.run(`begin; set constraints all deferred; lock table ${table.sqlName} in share row exclusive mode`)
  },
  commit: async () => {
    await session.run('commit')
  },
  rollback: async () => {
    await session.run('rollback')
  },
  makeUpdate: (target, shadow, sets, joined) =>
    `update ${target} t set ${sets.map(({ sqlName }) => `${sqlName} = s.${sqlName}`).join(', ')} from ${shadow} s where ${joined}`,
  same: (left, right, { kind }) =>
    kind.is === 'json' || kind.is === 'other' || kind.is === 'list'
      ? `${left}::text is not distinct from ${right}::text`
      : `${left} is not distinct from ${right}`,
  overriding: 'overriding system value',
  toFailure: error => toFailure(error, `Exchanging ${table.label} failed`),
})

async function runAlone(open: () => Promise<Session>, sql: string): Promise<void> {
  const session = await open()
  await session.run(sql).finally(() => session.close())
}
