import { Failure, type FailureDetail } from '@sluice/contract'
import { z } from 'zod'

/** What the driver's errors carry. Their `detail` may quote other people's rows and stays in the log. */
const DriverError = z.object({
  code: z.string().optional(),
  message: z.string(),
  column: z.string().optional(),
  constraint: z.string().optional(),
  detail: z.string().optional(),
})
type DriverError = z.output<typeof DriverError>

type Rule = Pick<FailureDetail, 'code' | 'message'> & Partial<FailureDetail>

const later = { retry: 'later' } as const

/** About the connection or the whole batch, by SQLSTATE or its class. The longest match counts. */
const rules: Readonly<Record<string, Rule>> = {
  '28': {
    code: 'connector.auth',
    message: 'The server refused the user name or the password.',
    advice: 'Check user name and password, and that pg_hba.conf lets this user in from here.',
  },
  '3D000': {
    code: 'connector.database',
    message: 'The database does not exist on this server.',
    advice: 'Check the database name; PostgreSQL names are case-sensitive.',
  },
  '42501': {
    code: 'connector.permission',
    message: 'The user lacks the right to do this.',
    advice:
      'Grant the user select (source) or insert and update (target) on the table, usage on its schema, and temporary on the database (target).',
  },
  '25006': {
    code: 'target.readonly',
    message: 'The database is read-only (a replica, or locked by its administrator).',
    advice: 'Write to the primary server.',
  },
  '53100': {
    code: 'target.full',
    message: 'The disk of the database server is full.',
    advice: 'Free space on the server; writing goes on by itself.',
    ...later,
  },
  '53': {
    code: 'connector.busy',
    message: 'The server has no connection or memory left.',
    advice: 'Raise max_connections or close other clients.',
    ...later,
  },
  '57014': {
    code: 'connector.timeout',
    message: 'The statement took longer than allowed.',
    advice: 'Add an index for the key and the increment field, or narrow the condition.',
    ...later,
  },
  '57': { code: 'connector.broken', message: 'The server ended the connection or is starting up.', ...later },
  '08': { code: 'connector.broken', message: 'The connection to the server broke.', ...later },
  '40': {
    code: 'target.conflict',
    message: 'Another transaction was in the way (deadlock or serialization).',
    ...later,
  },
  '55P03': { code: 'target.locked', message: 'The table is locked by another transaction.', ...later },
  '42P01': {
    code: 'resource.missing',
    message: 'The table or view has vanished.',
    advice: 'Choose the table again, or restore it.',
  },
  '3F000': {
    code: 'resource.missing',
    message: 'The schema has vanished.',
    advice: 'Choose the table again, or restore it.',
  },
}

const socketError =
  /^(?:ECONN|EPIPE|ETIMEDOUT|ENET|EHOST)|Connection terminated|Connection ended|not queryable|Client was closed/
const tlsError = /certificate|self.signed|SSL|TLS|altname/i

/** A driver error about the connection, the session or the whole statement; null when it is about the rows written. */
export function toSessionFailure(error: unknown): Failure | null {
  if (error instanceof Failure) return error
  const parsed = DriverError.safeParse(error)
  if (!parsed.success) return null
  const { code = '', message } = parsed.data
  const rule = rules[code] ?? rules[code.slice(0, 2)]
  if (rule) return new Failure({ ...rule, cause: error })
  if (socketError.test(code) || socketError.test(message)) return new Failure({ ...rules['08']!, cause: error }) // a literal key
  if (/timeout expired/.test(message))
    return new Failure({
      code: 'connector.timeout',
      message: 'The server accepted the connection but did not answer in time.',
      advice: 'Check that a PostgreSQL server listens on this port.',
      ...later,
      cause: error,
    })
  if (/password must be a string|SASL|authentication/i.test(message))
    return new Failure({ ...rules['28']!, cause: error }) // a literal key
  return tlsError.test(`${code} ${message}`) ? makeTlsFailure(error, message) : null
}

function makeTlsFailure(cause: unknown, message: string): Failure {
  const isMissing = /does not support SSL|establishing an SSL/.test(message)
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

/** What is wrong with one row, as the server sees it. */
export function explainRow(error: unknown, sole: { readonly field?: string; readonly value?: string }): FailureDetail {
  const parsed = DriverError.safeParse(error)
  const data: DriverError = parsed.success ? parsed.data : { message: 'the row was refused' }
  const field = data.column ?? sole.field
  const rest = {
    retry: 'skip' as const,
    ...(field === undefined ? {} : { field }),
    ...(sole.value === undefined ? {} : { value: sole.value }),
    cause: error,
  }
  if (data.code === '23505')
    return new Failure({
      code: 'target.exists',
      message: `A row with this key exists already (${data.constraint ?? 'unique index'}).`,
      ...rest,
    }).toDetail()
  if (data.code === '23502')
    return new Failure({
      code: 'target.required',
      message: `The column "${field ?? ''}" must have a value.`,
      ...rest,
    }).toDetail()
  if (data.code === '23503')
    return new Failure({
      code: 'target.reference',
      message: `The row points to a row that does not exist (${data.constraint ?? 'foreign key'}).`,
      ...rest,
    }).toDetail()
  if (data.code === '23514')
    return new Failure({
      code: 'target.check',
      message: `The row breaks a rule of the table (${data.constraint ?? 'check'}).`,
      ...rest,
    }).toDetail()
  return new Failure({
    code: 'target.refused',
    message: `The database refused the row: ${data.message}.`,
    ...rest,
  }).toDetail()
}

/** The server will not COPY into this kind of table (view, row-level security); INSERT may still do. */
export function isCopyRefused(error: unknown): boolean {
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined
  return code === '42809' || code === '0A000'
}
