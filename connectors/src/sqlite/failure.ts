import { Failure, type FailureDetail } from '@sluice/contract'

/** An error of SQLite, with its extended result code. */
export class SqliteError extends Error {
  readonly errorCode: number
  constructor(message: string, errorCode: number) {
    super(message)
    this.errorCode = errorCode
  }
}

type Rule = Pick<FailureDetail, 'code' | 'message'> & Partial<FailureDetail>
const later = { retry: 'later' } as const

/** About the file or the whole batch, by primary result code. */
const rules: Readonly<Record<number, Rule>> = {
  3: {
    code: 'connector.permission',
    message: 'The file may not be read or written.',
    advice: 'Ask the operator to open the directory for writing.',
  },
  5: { code: 'target.locked', message: 'Another program is writing to the database.', ...later },
  6: { code: 'target.locked', message: 'A table of the database is locked.', ...later },
  8: {
    code: 'target.readonly',
    message: 'The database is read-only.',
    advice: 'Choose a database in a directory that may be written to.',
  },
  10: {
    code: 'connector.broken',
    message: 'Reading or writing the file failed.',
    advice: 'Check the disk of the server.',
    ...later,
  },
  11: {
    code: 'file.damaged',
    message: 'The database file is damaged.',
    advice: 'Restore it from a backup, or copy it again while nobody writes to it.',
  },
  13: {
    code: 'target.full',
    message: 'The disk is full.',
    advice: 'Free space on the server; writing goes on by itself.',
    ...later,
  },
  14: {
    code: 'connector.permission',
    message: 'The database file could not be opened.',
    advice: 'Check that the file exists and may be read.',
  },
  26: {
    code: 'file.format',
    message: 'The file is not a SQLite database, or it is encrypted.',
    advice: 'Choose a database file.',
  },
}

/** An error about the file or the statement; null when it is about a row. */
export function toSessionFailure(error: unknown): Failure | null {
  if (error instanceof Failure) return error
  if (!(error instanceof SqliteError)) return null
  const rule = rules[error.errorCode & 0xff]
  if (rule) return new Failure({ ...rule, cause: error })
  if (/^no such table/.test(error.message))
    return new Failure({
      code: 'resource.missing',
      message: 'The table or view has vanished.',
      advice: 'Choose the table again, or restore it.',
      cause: error,
    })
  return null
}

/** Any error of SQLite as a Failure; `message` says what was tried. */
export function toFailure(error: unknown, message: string): Failure {
  const known = toSessionFailure(error)
  if (known) return known
  const reason = error instanceof SqliteError ? `: ${error.message}` : ''
  return new Failure({ code: 'connector.failed', message: `${message}${reason}.`, cause: error })
}

const codes: Readonly<Record<number, string>> = {
  275: 'target.check',
  787: 'target.reference',
  1299: 'target.required',
  1555: 'target.exists',
  2067: 'target.exists',
  2579: 'target.exists',
}

/** What is wrong with one row. */
export function explainRow(error: unknown): FailureDetail {
  const { message, errorCode } = error instanceof SqliteError ? error : new SqliteError('the row was refused', 0)
  const field = /constraint failed: (?:.+\.)?([^.,]+)$/.exec(message)?.[1]
  const code = codes[errorCode] ?? 'target.refused'
  const text =
    code === 'target.exists'
      ? `A row with this key exists already (${field ?? 'unique index'}).`
      : `The database refused the row: ${message}.`
  return new Failure({
    code,
    message: text,
    retry: 'skip',
    ...(field === undefined ? {} : { field }),
    cause: error,
  }).toDetail()
}
