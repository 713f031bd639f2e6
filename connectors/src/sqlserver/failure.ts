import { Failure, type FailureDetail } from '@sluice/contract'
import { z } from 'zod'
import { LOSSY, SAME_UNDER_COLLATION } from './refusal.ts'

const DriverError = z.object({ code: z.string().nullish(), number: z.number().nullish(), message: z.string() })
type DriverError = z.output<typeof DriverError>

type Rule = Pick<FailureDetail, 'code' | 'message'> & Partial<FailureDetail>
const later = { retry: 'later' } as const

const auth: Rule = {
  code: 'connector.auth',
  message: 'The server refused the user name or the password.',
  advice: 'Check both, that the server allows SQL Server authentication, and that the login is not locked or expired.',
}
const database: Rule = {
  code: 'connector.database',
  message: 'The database does not exist or this user may not use it.',
  advice: 'Check the database name, or map the login to a user of it.',
}
const permission: Rule = {
  code: 'connector.permission',
  message: 'The user lacks the right to do this.',
  advice: 'Grant the user select (source) or select, insert, update and delete (target) on the table.',
}
const conflict: Rule = { code: 'target.conflict', message: 'Another transaction was in the way (deadlock).', ...later }
const locked: Rule = { code: 'target.locked', message: 'The rows are locked by another transaction.', ...later }
const full: Rule = {
  code: 'target.full',
  message: 'The disk, a file group or the log of the database is full.',
  advice: 'Free space on the server; writing goes on by itself.',
  ...later,
}
const readonly: Rule = {
  code: 'target.readonly',
  message: 'The database is read-only (a replica, or set so by its administrator).',
  advice: 'Write to the primary server.',
}
const busy: Rule = {
  code: 'connector.busy',
  message: 'The server has no resources left for this at the moment.',
  advice: 'It is tried again by itself; raise the limits of the server or of its service tier.',
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
const firewall: Rule = {
  code: 'connector.blocked',
  message: 'The firewall of the server lets this address not in.',
  advice: 'Add the address of this machine to the firewall rules of the server.',
}
const broken: Rule = { code: 'connector.broken', message: 'The connection to the server broke.', ...later }

const few = (rule: Rule, ...numbers: number[]) => numbers.map(number => [number, rule] as const)

/** About the connection or the whole batch, by the server's error number. */
const rules: ReadonlyMap<number, Rule> = new Map([
  ...few(auth, 18456, 18452, 18470, 18486, 18487, 18488),
  ...few(database, 4060, 911, 916),
  ...few(permission, 229, 230, 262, 297, 300, 15247),
  ...few(conflict, 1205, 3960, 3961, 3609, 3930),
  ...few(locked, 1222),
  ...few(full, 1101, 1105, 9002, 40544),
  ...few(readonly, 3906, 3908, 976),
  ...few(busy, 701, 8645, 10928, 10929, 40501, 40197, 40613, 49918, 49919, 49920, 17809),
  ...few(missing, 208),
  ...few(firewall, 40615),
  ...few(broken, 596, 6005, 17142, 233, 64),
])

const lost = /^(?:ESOCKET|ECONN|EPIPE|ETIMEDOUT|EINVALIDSTATE)|Connection (?:lost|closed)|socket hang up/i

/** The first error that a person can do something about: the driver may give several at once. */
function listErrors(error: unknown): readonly DriverError[] {
  const all: readonly unknown[] = error instanceof AggregateError ? error.errors : [error]
  return all.flatMap(each => DriverError.safeParse(each).data ?? [])
}

/** A driver error about the connection, the session or the whole statement; null when it is about the rows written. */
export function toSessionFailure(error: unknown): Failure | null {
  if (error instanceof Failure) return error
  const errors = listErrors(error)
  for (const { number } of errors) {
    const rule = rules.get(number ?? 0)
    if (rule) return new Failure({ ...rule, cause: error })
  }
  const [{ code = '', message = '' } = {}] = errors
  if (code === 'ELOGIN') return new Failure({ ...auth, cause: error })
  if (code === 'ETIMEOUT' || code === 'ECANCEL')
    return new Failure({
      ...timeout,
      ...(/connect/i.test(message)
        ? {
            message: 'The server accepted the connection but did not answer in time.',
            advice: 'Check that a SQL Server listens on this port.',
          }
        : {}),
      cause: error,
    })
  if (code === 'EENCRYPT') return makeTlsFailure(error, true)
  if (/self.?signed|certificate|altname|\bTLS\b|\bSSL\b/i.test(message)) return makeTlsFailure(error, false)
  return lost.test(code ?? '') || lost.test(message) ? new Failure({ ...broken, cause: error }) : null
}

function makeTlsFailure(cause: unknown, isMissing: boolean): Failure {
  return new Failure({
    code: 'connector.tls',
    message: isMissing
      ? 'The server and this setting do not agree on encryption.'
      : 'The certificate of the server is not trusted.',
    advice: isMissing
      ? 'Where the server takes encrypted connections only, set SSL mode to encrypted; where it offers none, set it to off.'
      : 'Give the CA certificate, or correct the host name.',
    cause,
  })
}

/** Any driver error as a Failure; `message` says what was tried. */
export function toFailure(error: unknown, message: string): Failure {
  const known = toSessionFailure(error)
  if (known) return known
  const reason = listErrors(error)[0]?.message
  return new Failure({
    code: 'connector.failed',
    message: reason === undefined ? `${message}.` : `${message}: ${reason}.`,
    cause: error,
  })
}

/** What is wrong with one row, as the server sees it. */
export function explainRow(error: unknown): FailureDetail {
  const [{ number = 0, message } = { message: 'the row was refused' }] = listErrors(error)
  const make = (rest: Pick<FailureDetail, 'code' | 'message'> & Partial<FailureDetail>) =>
    new Failure({ retry: 'skip', ...rest, cause: error }).toDetail()
  const lossy = message.split(LOSSY)[1]
  if (lossy !== undefined)
    return make({
      code: 'target.value',
      message: `The column "${lossy}" would keep another value than this one.`,
      field: lossy,
      advice: 'Use a longer column, or a Unicode type such as nvarchar.',
    })
  const alike = message.split(SAME_UNDER_COLLATION)[1]
  if (alike !== undefined)
    return make({
      code: 'target.collation',
      message: 'The key equals another key under the collation of the column (case, accents or trailing blanks).',
      field: alike,
      advice: 'Give the key column a binary collation (Latin1_General_100_BIN2).',
    })
  const name = /column '([^']+)'/i.exec(message)?.[1]
  const field = name === undefined ? {} : { field: name }
  if (number === 2627 || number === 2601)
    return make({
      code: 'target.exists',
      message: `A row with this key exists already (${/(?:constraint|index) '([^']+)'/i.exec(message)?.[1] ?? 'unique index'}).`,
    })
  if (number === 515)
    return make({ code: 'target.required', message: `The column "${name ?? ''}" must have a value.`, ...field })
  if (number === 547) {
    const rule = /constraint "([^"]+)"/i.exec(message)?.[1] ?? 'check'
    return /foreign key|reference/i.test(message)
      ? make({
          code: 'target.reference',
          message: `The row points to a row that does not exist, or others point to it (${rule}).`,
        })
      : make({ code: 'target.check', message: `The row breaks a rule of the table (${rule}).`, ...field })
  }
  return make({ code: 'target.refused', message: `The database refused the row: ${message}.`, ...field })
}
