import { Failure } from '@sluice/contract'
import type { Session } from '../session.ts'
import { readLogStatus, readVariable } from './binlog-server.ts'

/**
 * Changes of the database that the server would leave out of its log: by a filter, or because another server sends them to it.
 * What a session leaves out by `sql_log_bin = 0` nobody can see. @throws Failure `follow.setting`
 */
export async function refuseFilters(session: Session, database: string): Promise<void> {
  const [, , only = '', ignored = ''] = (await readLogStatus(session)) ?? []
  const [wanted, left] = [listNames(only), listNames(ignored)]
  const own = database.toLowerCase()
  if (wanted.length > 0 && !wanted.includes(own)) throw makeFiltered(database, 'binlog_do_db', String(only))
  if (left.includes(own)) throw makeFiltered(database, 'binlog_ignore_db', String(ignored))
  const updates =
    (await readVariable(session, 'log_slave_updates')) ?? (await readVariable(session, 'log_replica_updates'))
  if (updates === 'OFF' && (await isReplica(session)))
    throw new Failure({
      code: 'follow.setting',
      message:
        'The server is a copy of another one, and does not log the changes that come from there (log_slave_updates is OFF).',
      advice:
        'Follow the server that they come from, or set log_slave_updates (MySQL 8: log_replica_updates) to on and restart this one.',
    })
}

const listNames = (names: unknown): string[] =>
  String(names ?? '')
    .toLowerCase()
    .split(',')
    .map(name => name.trim())
    .filter(name => name !== '')

/** Who may not ask is not told of it. */
async function isReplica(session: Session): Promise<boolean> {
  for (const statement of ['show all slaves status', 'show replica status', 'show slave status']) {
    const rows = await session.query(statement).catch(() => null)
    if (rows) return rows.length > 0
  }
  return false
}

const makeFiltered = (database: string, name: string, value: string): Failure =>
  new Failure({
    code: 'follow.setting',
    message: `The server leaves changes of ${database} out of its log (${name} is ${value}).`,
    advice: `Take the database out of ${name} in the configuration of the server, or into binlog_do_db where that is set, and restart it.`,
  })
