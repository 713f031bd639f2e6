import { Failure, type FailureDetail } from '@sluice/contract'
import { z } from 'zod'

const DriverError = z.object({ code: z.string().optional(), errno: z.number().optional(), message: z.string() })

type Rule = Pick<FailureDetail, 'code' | 'message'> & Partial<FailureDetail>

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
  advice: 'Grant the user SELECT_PRIV (source) or SELECT_PRIV and LOAD_PRIV (target) on the database.',
}
const missing: Rule = {
  code: 'resource.missing',
  message: 'The table or view has vanished.',
  advice: 'Choose the table again, or restore it.',
}
const timeout: Rule = {
  code: 'connector.timeout',
  message: 'The statement took longer than allowed.',
  advice: 'Narrow the condition, or read by the first key column of the table.',
  retry: 'later',
}
const broken: Rule = { code: 'connector.broken', message: 'The connection to the server broke.', retry: 'later' }
const busy: Rule = {
  code: 'connector.busy',
  message: 'The server has no connection left for this user.',
  advice: 'Raise max_user_connections of the user, or close other clients.',
  retry: 'later',
}
const versions: Rule = {
  code: 'target.busy',
  message: 'The table has too many versions that are not merged yet (-235).',
  advice: 'It is tried again by itself; write larger batches, fewer at a time.',
  retry: 'later',
  retryAfterMs: 10_000,
}
const memory: Rule = {
  code: 'target.busy',
  message: 'The server has too little memory for the load at the moment.',
  advice: 'It is tried again by itself; write smaller batches.',
  retry: 'later',
  retryAfterMs: 10_000,
}

/** Numbers of the MySQL protocol that Doris uses too. */
const rules: ReadonlyMap<number, Rule> = new Map([
  ...[1045, 1698].map(number => [number, auth] as const),
  ...[1044, 1049].map(number => [number, database] as const),
  ...[1142, 1143, 1227].map(number => [number, permission] as const),
  ...[1040, 1203, 1226].map(number => [number, busy] as const),
  ...[1146, 1051].map(number => [number, missing] as const),
  ...[3024, 1969, 1317].map(number => [number, timeout] as const),
  ...[1053, 1927, 2006, 2013].map(number => [number, broken] as const),
])

const lost = /^(?:ECONN|EPIPE|ETIMEDOUT|ENET|EHOST|PROTOCOL_CONNECTION_LOST)|Connection lost|closed state|socket/i

/** A driver error about the connection or the statement; null when it is about something else. */
function toSessionFailure(error: unknown): Failure | null {
  if (error instanceof Failure) return error
  const parsed = DriverError.safeParse(error)
  if (!parsed.success) return null
  const { code = '', errno = 0, message } = parsed.data
  const rule = /timeout/i.test(message) && /query|execut/i.test(message) ? timeout : rules.get(errno)
  if (rule) return new Failure({ ...rule, cause: error })
  if (/SSL|CERT|TLS|altname/i.test(`${code} ${message}`)) return makeTlsFailure(error, code)
  if (/connect ETIMEDOUT|handshake.*timeout/i.test(message.slice(0, 2000)))
    return new Failure({
      ...timeout,
      message: 'The server accepted the connection but did not answer in time.',
      advice: 'Check that the query port of an FE listens here, usually 9030.',
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
      ? 'Set SSL mode to off, or set enable_ssl on the FE.'
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

/** An HTTP answer that is none of Stream Load. */
export function refuseAnswer(status: number, text: string): Failure {
  if (status === 401 || status === 403 || /access denied|need auth|wrong password/i.test(text))
    return new Failure({ ...(/privilege/i.test(text) ? permission : auth) })
  if (status === 503 || status === 502 || status === 429) return new Failure({ ...memory })
  return new Failure({
    code: 'connector.protocol',
    message: `What answers at the Stream Load address is not Doris (HTTP ${status}).`,
    field: 'load_url',
    advice: 'Check the address: the HTTP port of an FE is usually 8030, of a BE 8040.',
  })
}

/** A load that failed as a whole, by what the server says. */
export function refuseLoad(said: string): Failure {
  const reason = said.slice(0, 2000)
  if (/-235|too many versions|exceed.*version/i.test(reason)) return new Failure({ ...versions })
  if (
    /mem.*(?:limit|exceed)|MEM_LIMIT|too many (?:running )?(?:txn|transactions)|exceeds limit|no (?:available )?backend|not alive/i.test(
      reason,
    )
  )
    return new Failure({ ...memory })
  if (/access denied|privilege/i.test(reason)) return new Failure({ ...permission })
  if (/unknown table|table .*not (?:found|exist)/i.test(reason)) return new Failure({ ...missing })
  if (/partial (?:update|columns?)/i.test(reason))
    return new Failure({
      code: 'target.partial',
      message: 'The table cannot keep the columns that are not mapped: it does not merge on write.',
      advice: 'Map all columns, or make the table with enable_unique_key_merge_on_write.',
    })
  return new Failure({ code: 'target.refused', message: `Doris refused the load: ${reason.slice(0, 500)}.` })
}

/** One row that was refused, by the lines of its error log. */
export function explainRow(reason: string, lines: string): FailureDetail {
  const said = /Reason:\s*(.+?)(?:\.?\s*src line|$)/is.exec(lines)?.[1]?.trim()
  const field = /column_name\[([^\]]+)\]|column[ (]*[`'"]?(\w+)/i.exec(said ?? '')
  const name = field?.[1] ?? field?.[2]
  return new Failure({
    code: 'target.refused',
    message: `Doris refused the row: ${(said ?? reason).slice(0, 500)}.`,
    ...(name === undefined ? {} : { field: name }),
    retry: 'skip',
  }).toDetail()
}
