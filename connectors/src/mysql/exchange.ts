import type { Replacement } from '@sluice/connector-kit'
import {
  cannotReplace,
  type ExchangeSession,
  exchangeKey,
  ShadowReplacement,
  shadowNames,
  type Table,
} from '@sluice/connector-kit/sql'
import type { TargetConfig } from '@sluice/contract'
import { quoteName } from './dialect.ts'
import { toFailure } from './failure.ts'
import type { Session } from './session.ts'
import { MysqlTarget } from './target.ts'

/** @throws Failure `target.replace` for a view, a table without a unique key, or an engine without transactions */
export async function openExchange(
  table: Table,
  config: TargetConfig,
  timeZone: string,
  session: Session,
  open: () => Promise<Session>,
  id: string,
): Promise<Replacement> {
  const key = exchangeKey(table, config)
  const [[engine] = []] = await session.query(
    'select engine from information_schema.tables where table_schema = database() and table_name = ?',
    [table.id],
  )
  if (engine !== 'InnoDB')
    throw cannotReplace(`its engine ${String(engine)} has no transactions`, 'Change the table to the engine InnoDB.')
  const names = shadowNames(table.id, id)
  const older = await session.query(
    'select table_name from information_schema.tables where table_schema = database() and left(table_name, ?) = ?',
    [String(names.prefix.length), names.prefix],
  )
  for (const [name] of older) await session.query(`drop table if exists ${quoteName(String(name))}`)
  const shadow = quoteName(names.name)
  await session.query(`create table ${shadow} like ${table.sqlName}`)
  const inner = new MysqlTarget({ ...table, sqlName: shadow }, { ...config, mode: 'upsert' }, timeZone, session, open)
  return new ShadowReplacement(table, key, shadow, inner, makeSession(table, open))
}

/** Each use has a session of its own: that of the writer is cut when a run is. */
function makeSession(table: Table, open: () => Promise<Session>): ExchangeSession {
  let current: Session | null = null
  const use = async (): Promise<Session> => {
    if (current === null || current.isBroken) current = await open()
    return current
  }
  const end = async (sql: string): Promise<void> => {
    const session = current
    current = null
    await session?.query(sql).finally(() => session.close())
  }
  return {
    run: async sql => {
      if (current !== null) return void (await current.query(sql))
      const session = await open()
      await session.query(sql).finally(() => session.close())
    },
    count: async sql => Number((await (await use()).query(sql))[0]?.[0]),
    begin: async () => {
      const session = await use()
      // A long exchange is one statement after the other; the limit is for reading pages.
      if (session.isMariaDb) await session.query('set session max_statement_time = 0')
      await session.query('set session transaction isolation level repeatable read')
      await session.query('start transaction')
    },
    commit: () => end('commit'),
    rollback: () => end('rollback'),
    makeUpdate: (target, shadow, sets, joined) =>
      `update ${target} t join ${shadow} s on ${joined} set ${sets.map(({ sqlName }) => `t.${sqlName} = s.${sqlName}`).join(', ')}`,
    makeDelete: (target, shadow, joined) =>
      `delete t from ${target} t where not exists (select 1 from ${shadow} s where ${joined})`,
    // Under a collation without case, "a" and "A" are the same: compared by their bytes.
    same: (left, right, { kind }) =>
      kind.is === 'text' ? `cast(${left} as binary) <=> cast(${right} as binary)` : `${left} <=> ${right}`,
    toFailure: error => toFailure(error, `Exchanging ${table.label} failed`),
  }
}
