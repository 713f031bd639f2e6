import type { SourceLag } from '@sluice/connector-kit'
import type { Table } from '@sluice/connector-kit/sql'
import { Failure } from '@sluice/contract'
import { toFailure } from '../failure.ts'
import type { Session } from '../session.ts'
import { findGaps } from './identity.ts'
import { parseLsn } from './lsn.ts'

/** Slot and publication of one reader have one name: 39 letters. */
export const nameOf = (reader: string): string => `sluice_${reader.replaceAll('-', '')}`

export interface Slot {
  readonly confirmed: bigint
  readonly isLost: boolean
}

async function findSlot(session: Session, reader: string): Promise<Slot | null> {
  const [row] = await session.query(
    `select confirmed_flush_lsn, to_jsonb(s) ->> 'wal_status' from pg_replication_slots s
     where slot_name = $1 and slot_type = 'logical' and database = current_database()`,
    [nameOf(reader)],
  )
  return row ? { confirmed: parseLsn(row[0] ?? '0/0'), isLost: row[1] === 'lost' } : null
}

/** The slot with nobody on it: the connection of a process that died may still hold it, and only ours name it. */
export async function takeSlot(session: Session, reader: string): Promise<Slot | null> {
  for (let tries = 1; tries <= 50; tries += 1) {
    const held = await session.query(
      'select pg_terminate_backend(active_pid) from pg_replication_slots where slot_name = $1 and active_pid is not null',
      [nameOf(reader)],
    )
    if (held.length === 0) return findSlot(session, reader)
    await new Promise(resolve => setTimeout(resolve, 100))
  }
  throw new Failure({
    code: 'follow.busy',
    message: 'Another connection still holds the replication slot of this strategy.',
    retry: 'later',
  })
}

/** Publication, then slot: what is committed from then on reaches the reader. Made once, found again after a crash. */
export async function makeSlot(session: Session, table: Table, reader: string): Promise<bigint> {
  const name = nameOf(reader)
  await refuseUnidentified(session, table)
  try {
    const published = await session.query('select 1 from pg_publication where pubname = $1', [name])
    // What somebody has altered is made anew, and its slot with it: the log of before was kept by what it was then.
    const isOurs = published.length > 0 && (await findGaps(session, table, name)) === null
    if (published.length > 0 && !isOurs) await dropSlot(session, reader)
    if (!isOurs) await session.run(await describePublication(session, table, name))
    const slot = await findSlot(session, reader)
    if (slot) return slot.confirmed
    const [made] = await session.query(`select lsn from pg_create_logical_replication_slot($1, 'pgoutput')`, [name])
    return parseLsn(made?.[0] ?? '0/0')
  } catch (error) {
    throw explainSlot(error, table)
  }
}

async function describePublication(session: Session, table: Table, name: string): Promise<string> {
  const [row] = await session.query(`select current_setting('server_version_num')::int >= 130000`)
  const root = row?.[0] === 't' ? ' with (publish_via_partition_root = true)' : ''
  return `create publication "${name}" for table ${table.sqlName}${root}`
}

/**
 * On a table whose rows cannot be told apart a publication would make the server refuse every update and delete of
 * the applications: so this is looked at first.
 */
export async function refuseUnidentified(session: Session, table: Table): Promise<readonly string[]> {
  const names = await readIdentity(session, table)
  if (names.length > 0) return names
  throw new Failure({
    code: 'follow.identity',
    message: `${table.label} has no primary key, so its changes do not say which row they are about.`,
    advice: `Give it a primary key, or run: alter table ${table.sqlName} replica identity full`,
  })
}

/** Columns that come with every delete and every change of a key; all columns for `replica identity full`. */
async function readIdentity(session: Session, { sqlName }: Table): Promise<readonly string[]> {
  const rows = await session.query(
    `select a.attname from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     left join pg_index i on i.indrelid = c.oid
       and ((c.relreplident = 'd' and i.indisprimary) or (c.relreplident = 'i' and i.indisreplident))
     where c.oid = $1::regclass and (c.relreplident = 'f' or a.attnum = any(i.indkey))`,
    [sqlName],
  )
  return rows.map(([name]) => name ?? '')
}

/** What the server keeps for the reader: its log from the slot's oldest need on. */
export async function readSlotLag(session: Session, reader: string): Promise<SourceLag> {
  const [row] = await session.query(
    `select pg_wal_lsn_diff(pg_current_wal_lsn(), restart_lsn)::bigint,
       pg_wal_lsn_diff(pg_current_wal_lsn(), confirmed_flush_lsn)::bigint
     from pg_replication_slots where slot_name = $1 and database = current_database()`,
    [nameOf(reader)],
  )
  if (!row) return { bytes: 0, seconds: null, records: null }
  return { bytes: Number(row[0] ?? 0), seconds: null, records: null, behindBytes: Number(row[1] ?? 0) }
}

/** Slot and publication are removed; a reader still connected is cut off. */
export async function dropSlot(session: Session, reader: string): Promise<void> {
  const name = nameOf(reader)
  const drop = async (): Promise<void> => {
    await takeSlot(session, reader)
    await session.query('select pg_drop_replication_slot(slot_name) from pg_replication_slots where slot_name = $1', [
      name,
    ])
  }
  try {
    // A connection of ours that was being opened may take the slot between the two.
    await drop().catch(error => (isInUse(error) ? drop() : Promise.reject(error)))
    await session.run(`drop publication if exists "${name}"`)
  } catch (error) {
    throw toFailure(error, `Removing the replication slot ${name} failed`)
  }
}

const isInUse = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === '55006'

function explainSlot(error: unknown, table: Table): Failure {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const message = error instanceof Error ? error.message : ''
  if (code === '42501')
    return new Failure({
      code: 'follow.permission',
      message: 'The user may not make the publication or the replication slot that following needs.',
      advice: `Let it own ${table.sqlName} and create in the database, and give it replication: alter role … replication; grant create on database … to …`,
      cause: error,
    })
  if (code === '55000' || /wal_level/.test(message)) return makeWalLevel(error)
  if (code === '53400')
    return new Failure({
      code: 'follow.slots',
      message: 'The server has no replication slot left.',
      advice: 'Raise max_replication_slots and max_wal_senders in postgresql.conf and restart the server.',
      cause: error,
    })
  if (code === '57014')
    return new Failure({
      code: 'follow.waiting',
      message: 'The slot could not be made, because a transaction has been open on the server for minutes.',
      retry: 'later',
      advice: 'End transactions that were left open (pg_stat_activity, state "idle in transaction").',
      cause: error,
    })
  return toFailure(error, 'Making the replication slot failed')
}

export const makeWalLevel = (cause?: unknown): Failure =>
  new Failure({
    code: 'follow.walLevel',
    message: 'The server does not write what following needs into its log (wal_level is not logical).',
    advice:
      "Run: alter system set wal_level = 'logical'; and restart the server (on a hosted database: switch logical replication on).",
    ...(cause === undefined ? {} : { cause }),
  })

export const makeLost = (message: string): Failure =>
  new Failure({
    code: 'follow.lost',
    message,
    advice: 'Run the strategy in full: it reads everything anew and then follows.',
  })
