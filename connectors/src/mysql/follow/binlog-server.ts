import type { SourceLag } from '@sluice/connector-kit'
import { Failure } from '@sluice/contract'
import { toFailure } from '../failure.ts'
import type { Row, Session } from '../session.ts'
import type { ColumnFacts } from './binlog-layout.ts'
import type { LogPosition } from './mysql-log.ts'

/** How long transactions that were being committed may take before the first page is read. */
const COMMIT_WAIT_MS = 60_000

/** The variable's value; null where the server does not know it. */
export async function readVariable(session: Session, name: string): Promise<string | null> {
  const [row] = await session.query('show global variables where variable_name = ?', [name])
  return row ? String(row[1]) : null
}

/** A file of one server says nothing on another, even under the same name. */
export async function readServer(session: Session): Promise<string> {
  for (const name of ['server_uuid', 'server_uid']) {
    const value = await readVariable(session, name)
    if (value) return value
  }
  return `${await readVariable(session, 'server_id')}@${await readVariable(session, 'hostname')}`
}

/**
 * A place in the log behind which no transaction lies that the next statement would not see. A transaction is in the
 * log a moment before it can be seen, so the end of the log alone is not enough.
 */
export async function findStart(session: Session): Promise<Omit<LogPosition, 'columns'>> {
  const server = await readServer(session)
  const place = session.isMariaDb ? await readSnapshotPlace(session) : await readSettledEnd(session)
  const gtid = session.isMariaDb ? await findGtid(session, place) : null
  return { ...place, server, ...(gtid ? { gtid } : {}) }
}

interface Place {
  readonly file: string
  readonly position: number
}

/** MariaDB takes snapshot and place at the same moment. */
async function readSnapshotPlace(session: Session): Promise<Place> {
  await session.query('start transaction with consistent snapshot')
  const rows = await session.query("show status like 'binlog_snapshot_%'")
  await session.query('commit')
  const of = (name: string) => rows.find(([key]) => String(key).toLowerCase() === name)?.[1]
  const file = String(of('binlog_snapshot_file') ?? '')
  if (file === '') throw makeNoLog()
  return { file, position: Number(of('binlog_snapshot_position')) }
}

/** MySQL: the end of the log, once every transaction that was open then has ended. */
async function readSettledEnd(session: Session): Promise<Place> {
  const place = await readEnd(session)
  const list = (): Promise<readonly Row[]> =>
    session.query('select cast(trx_id as char) from information_schema.innodb_trx where trx_rows_modified > 0')
  const open = new Set((await list()).map(([id]) => String(id)))
  for (const deadline = Date.now() + COMMIT_WAIT_MS; open.size > 0; ) {
    const still = new Set((await list()).map(([id]) => String(id)))
    for (const id of open) if (!still.has(id)) open.delete(id)
    if (open.size === 0) break
    if (Date.now() > deadline)
      throw new Failure({
        code: 'follow.waiting',
        message: 'A transaction has been open on the server for too long, so following cannot begin.',
        retry: 'later',
        advice: 'End transactions that were left open (information_schema.innodb_trx).',
      })
    await new Promise(resolve => setTimeout(resolve, 100))
  }
  return place
}

/** File, position, and the databases that are logged alone or not at all. */
export async function readLogStatus(session: Session): Promise<Row | undefined> {
  // MySQL 8.4 has another name for it.
  const rows = await session.query('show master status').catch(() => session.query('show binary log status'))
  return rows[0]
}

async function readEnd(session: Session): Promise<Place> {
  const row = await readLogStatus(session)
  if (!row) throw makeNoLog()
  return { file: String(row[0]), position: Number(row[1]) }
}

async function findGtid(session: Session, { file, position }: Place): Promise<string | null> {
  const [row] = await session.query('select binlog_gtid_pos(?, cast(? as unsigned))', [file, String(position)])
  return row?.[0] === null || row?.[0] === undefined ? null : String(row[0])
}

/** Bytes of the log from a place to its end. Nothing is kept for a reader: the server removes old files by age. */
export async function readBinlogLag(session: Session, position: LogPosition | null): Promise<SourceLag> {
  const lag = { bytes: null, seconds: null, records: null }
  if (position === null) return lag
  const files = await session.query('show binary logs')
  const from = files.findIndex(([name]) => String(name) === position.file)
  if (from < 0) return lag
  const bytes = files.slice(from).reduce((sum, [, size]) => sum + Number(size), -position.position)
  return { ...lag, behindBytes: Math.max(0, bytes) }
}

export async function hasFile(session: Session, file: string): Promise<boolean> {
  return (await session.query('show binary logs')).some(([name]) => String(name) === file)
}

export async function readFacts(session: Session, table: string): Promise<ColumnFacts[]> {
  const rows = await session.query(
    `select column_name, column_type, character_set_name, cast(character_octet_length as char)
     from information_schema.columns where table_schema = database() and table_name = ? order by ordinal_position`,
    [table],
  )
  return rows.map(([name, nativeType, charset, bytes]) => ({
    name: String(name),
    nativeType:
      String(nativeType).toLowerCase().startsWith('enum') || String(nativeType).toLowerCase().startsWith('set')
        ? String(nativeType)
        : String(nativeType).toLowerCase(),
    charset: charset === null || charset === undefined ? null : String(charset).toLowerCase(),
    bytes: Number(bytes ?? 0),
  }))
}

export const makeNoLog = (): Failure =>
  new Failure({
    code: 'follow.noBinlog',
    message: 'The server keeps no binary log.',
    advice: 'Set log_bin and binlog_format = ROW in the configuration of the server and restart it.',
  })

/** @throws Failure with the grant that is missing */
export async function withLog<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const errno = error instanceof Error && 'errno' in error ? error.errno : 0
    if (errno === 1227 || errno === 1045 || errno === 1044)
      throw new Failure({
        code: 'follow.permission',
        message: 'The user may not read the binary log.',
        advice: 'An administrator runs: grant replication slave, replication client, process on *.* to the user.',
        cause: error,
      })
    if (errno === 1381) throw makeNoLog()
    throw toFailure(error, 'Asking for the binary log failed')
  }
}
