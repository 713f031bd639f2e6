import { Failure, type FailureDetail } from '@sluice/contract'

type Rule = Pick<FailureDetail, 'code' | 'message'> & Partial<FailureDetail>
const later = { retry: 'later' } as const

const auth: Rule = {
  code: 'connector.auth',
  message: 'The server refused the user name or the password.',
  advice: 'Check both (upper and lower case differ), and that the account is not locked or its password expired.',
}
const service: Rule = {
  code: 'connector.database',
  message: 'The listener does not know this service or SID.',
  advice: 'Check the name and whether it is a service or a SID; "lsnrctl services" on the server lists them.',
  field: 'database',
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
  message: 'A table space, the quota of the user or the undo space is full.',
  advice: 'Add space on the server; writing goes on by itself.',
  ...later,
}
const readonly: Rule = {
  code: 'target.readonly',
  message: 'The database or the table space is read-only.',
  advice: 'Write to the primary database.',
}
const busy: Rule = {
  code: 'connector.busy',
  message: 'The server has no session or process left.',
  advice: 'It is tried again by itself; raise the limits of the server or of the user profile.',
  ...later,
}
const missing: Rule = {
  code: 'resource.missing',
  message: 'The table or view has vanished, or may no longer be seen by this user.',
  advice: 'Choose the table again, or grant the user rights on it.',
}
const timeout: Rule = {
  code: 'connector.timeout',
  message: 'The statement took longer than allowed.',
  advice: 'Add an index for the key and the increment field, or narrow the condition.',
  ...later,
}
/** A server that took the connection and says nothing. */
export const silent = (): Failure =>
  new Failure({
    code: 'connector.timeout',
    message: 'The server accepted the connection but did not answer in time.',
    advice: 'Check that a listener of Oracle is at this port.',
    ...later,
  })
const stale: Rule = {
  code: 'connector.timeout',
  message: 'The server no longer has what the rows were when the page began (snapshot too old).',
  advice: 'It is tried again by itself; ask for smaller pages, or raise undo_retention.',
  ...later,
}
const broken: Rule = { code: 'connector.broken', message: 'The connection to the server broke.', ...later }
const plain: Rule = {
  code: 'connector.protocol',
  message: 'What answers there does not speak as an Oracle listener of version 12.1 or later does.',
  advice: 'Check the port, usually 1521, and whether it takes encrypted connections only.',
}
const verifier: Rule = {
  code: 'connector.auth',
  message: 'The password of this user is kept in a form that is too old for the driver (10G).',
  advice: 'An administrator sets the password anew.',
}
const encryption: Rule = {
  code: 'connector.tls',
  message: 'The server asks for native network encryption, which the driver does not have.',
  advice: 'Let the server accept TLS (TCPS), or make its native encryption optional.',
}

const nameless: Rule = {
  code: 'connector.address',
  message: 'The host of the server, or of the one that the listener names, does not exist.',
  advice: 'Check the host name, and the names that the listener of the server gives out.',
}

const few = (rule: Rule, ...codes: string[]) => codes.map(code => [code, rule] as const)

/** About the connection or the whole batch, by the code at the beginning of the message. */
const rules: ReadonlyMap<string, Rule> = new Map([
  ...few(auth, 'ORA-01017', 'ORA-28000', 'ORA-28001', 'ORA-01005'),
  ...few(verifier, 'NJS-116'),
  ...few(service, 'ORA-12514', 'ORA-12505', 'NJS-517', 'NJS-518'),
  ...few(permission, 'ORA-01031', 'ORA-01045', 'ORA-41900'),
  ...few(conflict, 'ORA-00060', 'ORA-08177'),
  ...few(locked, 'ORA-00054', 'ORA-30006', 'ORA-04021'),
  ...few(full, 'ORA-01653', 'ORA-01654', 'ORA-01536', 'ORA-30036', 'ORA-01652', 'ORA-00257', 'ORA-01688'),
  ...few(readonly, 'ORA-16000', 'ORA-00372', 'ORA-12081'),
  ...few(busy, 'ORA-00018', 'ORA-00020', 'ORA-02391', 'ORA-12516', 'ORA-12519', 'ORA-12520', 'ORA-12526', 'ORA-12528'),
  ...few(missing, 'ORA-00942', 'ORA-04043'),
  ...few(timeout, 'NJS-123', 'ORA-01013', 'ORA-00040'),
  ...few(stale, 'ORA-01555'),
  ...few(
    broken,
    'ORA-03113',
    'ORA-03114',
    'ORA-03135',
    'ORA-00028',
    'ORA-01012',
    'ORA-01033',
    'ORA-01034',
    'ORA-01089',
    'NJS-500',
    'NJS-501',
    'NJS-503',
    'NJS-510',
    'NJS-003',
    'NJS-521',
  ),
  ...few(nameless, 'NJS-530'),
  ...few(plain, 'NJS-515', 'NJS-138', 'NJS-511', 'NJS-068'),
  ...few(encryption, 'NJS-533', 'ORA-12660'),
])

const messageOf = (error: unknown): string | null => (error instanceof Error ? error.message : null)
const codeOf = (message: string): string => /\b(?:ORA|NJS|DPI)-\d{3,5}\b/.exec(message)?.[0] ?? ''

/** A driver error about the connection, the session or the whole statement; null when it is about the rows written. */
export function toSessionFailure(error: unknown): Failure | null {
  if (error instanceof Failure) return error
  const message = messageOf(error)
  if (message === null) return null
  const rule = rules.get(codeOf(message))
  if (rule) return new Failure({ ...rule, cause: error })
  if (/NJS-50[5-9]|certificate|\bTLS\b/i.test(message))
    return new Failure({
      code: 'connector.tls',
      message: 'The certificate of the server is not trusted.',
      advice: 'Give the CA certificate, or correct the host name.',
      cause: error,
    })
  return /ECONN|EPIPE|ETIMEDOUT|socket|closed/i.test(message) ? new Failure({ ...broken, cause: error }) : null
}

/** Any driver error as a Failure; `message` says what was tried. */
export function toFailure(error: unknown, message: string): Failure {
  const known = toSessionFailure(error)
  if (known) return known
  const reason = messageOf(error)?.split('\n')[0]
  return new Failure({
    code: 'connector.failed',
    message: reason === undefined ? `${message}.` : `${message}: ${reason}.`,
    cause: error,
  })
}

/** What is wrong with one row, as the server sees it. */
export function explainRow(error: unknown): FailureDetail {
  const message = (messageOf(error) ?? 'the row was refused').slice(0, 2000).split('\n')[0] ?? ''
  const make = (rest: Pick<FailureDetail, 'code' | 'message'> & Partial<FailureDetail>) =>
    new Failure({ retry: 'skip', ...rest, cause: error }).toDetail()
  const column = /\("[^"]+"\."[^"]+"\."([^"]+)"\)|column "?[\w.$#"]*?"?(\w+)"?[ (:]/i.exec(message)
  const name = column?.[1] ?? column?.[2]
  const field = name === undefined ? {} : { field: name }
  const rule = /constraint \(([^)]+)\)/i.exec(message)?.[1] ?? 'unique index'
  switch (codeOf(message)) {
    case 'ORA-00001':
      return make({ code: 'target.exists', message: `A row with this key exists already (${rule}).` })
    case 'ORA-01400':
    case 'ORA-01407':
      return make({ code: 'target.required', message: `The column "${name ?? ''}" must have a value.`, ...field })
    case 'ORA-02291':
    case 'ORA-02292':
      return make({
        code: 'target.reference',
        message: `The row points to a row that does not exist, or others point to it (${rule}).`,
      })
    case 'ORA-02290':
      return make({ code: 'target.check', message: `The row breaks a rule of the table (${rule}).` })
    default:
      return make({ code: 'target.refused', message: `The database refused the row: ${message}.`, ...field })
  }
}
