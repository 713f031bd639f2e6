import { checkFollowed, runSessionSteps, type Table } from '@sluice/connector-kit/sql'
import { Failure, type SourceConfig, type TestStep } from '@sluice/contract'
import type { Session } from '../session.ts'
import { makeWalLevel, refuseUnidentified } from './slot.ts'

/** Server settings, rights and the table's identity, each with its way out. Changes nothing. */
export function checkFollow(table: Table, config: SourceConfig, open: () => Promise<Session>): AsyncIterable<TestStep> {
  return runSessionSteps(open, use => [
    { name: 'followTable', run: async () => checkFollowed(table, config) },
    { name: 'followLog', run: () => use(checkLevel) },
    { name: 'followRights', run: () => use(each => checkRights(each, table)) },
    { name: 'followSlots', run: () => use(checkSlots) },
    { name: 'followIdentity', run: () => use(each => checkKey(each, table, config.key)) },
  ])
}

async function checkLevel(session: Session): Promise<string> {
  const [row] = await session.query("select current_setting('wal_level')")
  if (row?.[0] !== 'logical') throw makeWalLevel()
  return 'logical'
}

async function checkRights(session: Session, table: Table): Promise<string> {
  const [row] = await session.query(
    `select r.rolreplication or r.rolsuper, pg_has_role(c.relowner, 'usage'),
       has_database_privilege(current_database(), 'create'), current_user
     from pg_roles r, pg_class c where r.rolname = current_user and c.oid = $1::regclass`,
    [table.sqlName],
  )
  const [mayReplicate, isOwner, mayCreate, user] = row ?? []
  const quoted = `"${(user ?? '').replaceAll('"', '""')}"`
  const missing = [
    ...(mayReplicate === 't' ? [] : [`alter role ${quoted} replication`]),
    ...(isOwner === 't' ? [] : [`alter table ${table.sqlName} owner to ${quoted}`]),
    ...(mayCreate === 't' ? [] : [`grant create on database … to ${quoted}`]),
  ]
  if (missing.length === 0) return String(user)
  throw new Failure({
    code: 'follow.permission',
    message: 'The user may not make the publication or the replication slot that following needs.',
    advice: `An administrator runs: ${missing.join('; ')}`,
  })
}

async function checkSlots(session: Session): Promise<string> {
  const [row] = await session.query(
    `select current_setting('max_replication_slots')::int - (select count(*) from pg_replication_slots),
       coalesce(current_setting('max_slot_wal_keep_size', true), '-1')`,
  )
  const free = Number(row?.[0] ?? 0)
  if (free > 0) return `${free}; max_slot_wal_keep_size ${row?.[1]}`
  throw new Failure({
    code: 'follow.slots',
    message: 'The server has no replication slot left.',
    advice: 'Raise max_replication_slots and max_wal_senders in postgresql.conf and restart the server.',
  })
}

async function checkKey(session: Session, table: Table, key: readonly string[]): Promise<string> {
  const identity = await refuseUnidentified(session, table)
  const missing = key.filter(name => !identity.includes(name))
  if (missing.length === 0) return identity.join(', ')
  throw new Failure({
    code: 'follow.key',
    message: `The key of the strategy (${missing.join(', ')}) does not come with a delete, because it is not part of the row's identity.`,
    advice: `Choose ${identity.join(', ')} as the key, or run: alter table ${table.sqlName} replica identity full`,
  })
}
