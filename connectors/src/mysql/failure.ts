import { Failure, type FailureDetail } from '@sluice/contract'
import { z } from 'zod'

const DriverError = z.object({ code: z.string().optional(), errno: z.number().optional(), message: z.string() })

type Rule = Pick<FailureDetail, 'code' | 'message'> & Partial<FailureDetail>
const later = { retry: 'later' } as const

const auth: Rule = {
  code: 'connector.auth',
  message: 'The server refused the user name or the password.',
  advice: 'Check user name and password, and that the user may connect from this host.',
}
const database: Rule = {
  code: 'connector.database',
  message: 'The database does not exist or this user may not use it.',
  advice: 'Check the database name, or grant the user rights on it.',
}
const permission: Rule = {
  code: 'connector.permission',
  message: 'The user lacks the right to do this.',
  advice: 'Grant the user select (source) or select, insert and update (target) on the table.',
}
const plain: Rule = {
  code: 'connector.tls',
  message: 'The server takes encrypted connections only.',
  advice: 'Set SSL mode to encrypted.',
}
const busy: Rule = {
  code: 'connector.busy',
  message: 'The server has no connection left for this user.',
  advice: 'Raise max_connections or close other clients.',
  ...later,
}
const conflict: Rule = { code: 'target.conflict', message: 'Another transaction was in the way (deadlock).', ...later }
const locked: Rule = { code: 'target.locked', message: 'The rows are locked by another transaction.', ...later }
const readonly: Rule = {
  code: 'target.readonly',
  message: 'The database is read-only (a replica, or locked by its administrator).',
  advice: 'Write to the primary server.',
}
const full: Rule = {
  code: 'target.full',
  message: 'The disk or the table space of the server is full.',
  advice: 'Free space on the server; writing goes on by itself.',
  ...later,
}
const missing: Rule = {
  code: 'resource.missing',
  message: 'The table or view has vanished.',
  advice: 'Choose the table again, or restore it.',
}
const timeout: Rule = {
  code: 'connector.timeout',
  message: 'The statement took longer than allowed.',
  advice: 'Add an index for the key and the increment field, or narrow the condition.',
  ...later,
}
const broken: Rule = { code: 'connector.broken', message: 'The connection to the server broke.', ...later }

/** About the connection or the whole batch, by the server's error number. */
const rules: ReadonlyMap<number, Rule> = new Map([
  ...[1045, 1698, 1524, 1862, 3118].map(number => [number, auth] as const),
  ...[1044, 1049].map(number => [number, database] as const),
  ...[1142, 1143, 1227, 1370, 1410].map(number => [number, permission] as const),
  ...[1040, 1203, 1226, 1129].map(number => [number, busy] as const),
  [3159, plain],
  [1213, conflict],
  ...[1205, 3572].map(number => [number, locked] as const),
  ...[1290, 1792, 1836, 1209].map(number => [number, readonly] as const),
  ...[1021, 1114, 1041].map(number => [number, full] as const),
  ...[1146, 1051].map(number => [number, missing] as const),
  ...[3024, 1969, 1317].map(number => [number, timeout] as const),
  ...[1053, 1927, 2006, 2013, 1080, 1152, 1158, 1159, 1160, 1161].map(number => [number, broken] as const),
])

const lost = /^(?:ECONN|EPIPE|ETIMEDOUT|ENET|EHOST|PROTOCOL_CONNECTION_LOST)|Connection lost|closed state|socket/i

/** A driver error about the connection, the session or the whole statement; null when it is about the rows written. */
export function toSessionFailure(error: unknown): Failure | null {
  if (error instanceof Failure) return error
  const parsed = DriverError.safeParse(error)
  if (!parsed.success) return null
  const { code = '', errno = 0, message } = parsed.data
  const rule = rules.get(errno)
  if (rule) return new Failure({ ...rule, cause: error })
  if (/SSL|CERT|TLS|altname/i.test(`${code} ${message}`)) return makeTlsFailure(error, code)
  if (/connect ETIMEDOUT|handshake.*timeout/i.test(message.slice(0, 2000)))
    return new Failure({
      ...timeout,
      message: 'The server accepted the connection but did not answer in time.',
      advice: 'Check that a MySQL or MariaDB server listens on this port.',
      cause: error,
    })
  if (/auth.*plugin|AUTH_SWITCH/i.test(`${code} ${message.slice(0, 2000)}`))
    return new Failure({ ...auth, cause: error })
  return lost.test(code) || lost.test(message) ? new Failure({ ...broken, cause: error }) : null
}

function makeTlsFailure(cause: unknown, code: string): Failure {
  const isMissing = code === 'HANDSHAKE_NO_SSL_SUPPORT'
  return new Failure({
    code: 'connector.tls',
    message: isMissing
      ? 'The server does not offer an encrypted connection.'
      : 'The certificate of the server is not trusted.',
    advice: isMissing
      ? 'Set SSL mode to off, or switch SSL on at the server.'
      : 'Give the CA certificate, or correct the host name.',
    cause,
  })
}

/** Any driver error as a Failure; `message` says what was tried. */
export function toFailure(error: unknown, message: string): Failure {
  const known = toSessionFailure(error)
  if (known) return known
  const parsed = DriverError.safeParse(error)
  const reason = parsed.success ? `: ${parsed.data.message}` : ''
  return new Failure({ code: 'connector.failed', message: `${message}${reason}.`, cause: error })
}

const FIELD = /column [`'](?:.*[`']\.[`'])?([^`']+)[`']|Column '([^']+)'/i

/** What is wrong with one row, as the server sees it. */
export function explainRow(error: unknown): FailureDetail {
  const parsed = DriverError.safeParse(error)
  const { errno = 0, message } = parsed.success ? parsed.data : { message: 'the row was refused' }
  const match = FIELD.exec(message)
  const field = match?.[1] ?? match?.[2]
  const rest = { retry: 'skip' as const, ...(field === undefined ? {} : { field }), cause: error }
  if (errno === 1062 || errno === 1586)
    return new Failure({
      code: 'target.exists',
      message: `A row with this key exists already (${/for key (.+)$/.exec(message)?.[1] ?? 'unique index'}).`,
      ...rest,
    }).toDetail()
  if (errno === 1048 || errno === 1364)
    return new Failure({
      code: 'target.required',
      message: `The column "${/'([^']+)'/.exec(message)?.[1] ?? ''}" must have a value.`,
      ...rest,
    }).toDetail()
  if (errno === 1452 || errno === 1216)
    return new Failure({
      code: 'target.reference',
      message: 'The row points to a row that does not exist (foreign key).',
      ...rest,
    }).toDetail()
  if (errno === 4025 || errno === 3819)
    return new Failure({
      code: 'target.check',
      message: `The row breaks a rule of the table (${/`([^`]+)`|'([^']+)'/.exec(message)?.[0] ?? 'check'}).`,
      ...rest,
    }).toDetail()
  return new Failure({
    code: 'target.refused',
    message: `The database refused the row: ${message}.`,
    ...rest,
  }).toDetail()
}
