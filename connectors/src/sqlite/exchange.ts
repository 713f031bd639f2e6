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
import { SqliteTarget } from './target.ts'

/** @throws Failure `target.replace` for a view, a virtual table, or a table without a unique key */
export async function openExchange(
  table: Table,
  config: TargetConfig,
  session: Session,
  open: () => Promise<Session>,
  id: string,
): Promise<Replacement> {
  const key = exchangeKey(table, config)
  const names = shadowNames(table.id, id)
  const older = await session.all("select name from sqlite_schema where type = 'table' and substr(name, 1, ?) = ?", [
    names.prefix.length,
    names.prefix,
  ])
  for (const [name] of older) await session.exec(`drop table if exists ${quoteName(String(name))}`)
  const shadow = quoteName(names.name)
  await session.exec(await copyDefinition(session, table, shadow))
  const list = key.map(name => quoteName(name)).join(', ')
  await session.exec(`create unique index ${quoteName(`${names.name}_key`)} on ${shadow} (${list})`)
  const inner = new SqliteTarget({ ...table, sqlName: shadow }, { ...config, mode: 'upsert' }, session, open)
  return new ShadowReplacement(table, key, shadow, inner, makeSession(table, open))
}

const HEAD = /^\s*create\s+table\s+(?:"(?:[^"]|"")*"|\[[^\]]*\]|`(?:[^`]|``)*`|[^\s(]+)\s*\(/i

/** The table's own words under another name, so that its rules hold for the copy too. */
async function copyDefinition(session: Session, table: Table, shadow: string): Promise<string> {
  const [row] = await session.all("select sql from sqlite_schema where type = 'table' and name = ? collate nocase", [
    table.id,
  ])
  const sql = String(row?.[0] ?? '')
  if (HEAD.test(sql)) return sql.replace(HEAD, () => `create table ${shadow} (`)
  throw cannotReplace('its definition cannot be copied', 'Write by key instead.')
}

/** Each use has a session of its own: that of the writer is cut when a run is. */
function makeSession(table: Table, open: () => Promise<Session>): ExchangeSession {
  let current: Session | null = null
  const end = async (sql: string): Promise<void> => {
    const session = current
    current = null
    await session?.exec(sql).finally(() => session.close())
  }
  return {
    run: async sql => {
      if (current !== null) return current.exec(sql)
      const session = await open()
      await session.exec(sql).finally(() => session.close())
    },
    count: async sql => Number((await current?.all(sql))?.[0]?.[0]),
    begin: async () => {
      current = await open()
      await current.exec('begin immediate')
    },
    commit: () => end('commit'),
    rollback: () => end('rollback'),
    makeUpdate: (target, shadow, sets, joined) =>
      `update ${target} as t set ${sets.map(({ sqlName }) => `${sqlName} = s.${sqlName}`).join(', ')} from ${shadow} s where ${joined}`,
    same: (left, right) => `${left} is ${right} collate binary`,
    toFailure: error => toFailure(error, `Exchanging ${table.label} failed`),
  }
}
