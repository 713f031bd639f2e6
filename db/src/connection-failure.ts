import { Failure } from '@sluice/contract'
import { getSqlState, SqlState } from './sql-state.ts'

/** What an operator can do about a database that does not answer. The URL's password never appears. */
export function connectionFailure(url: string, error: unknown): Failure {
  if (error instanceof Failure) return error
  const place = describePlace(url)
  const [code, message, advice] = explain(getReason(error), place)
  return new Failure({ code, message, advice, field: 'DATABASE_URL', value: place, retry: 'later', cause: error })
}

type Explanation = readonly [code: string, message: string, advice: string]

function explain(reason: string, place: string): Explanation {
  if (reason === '28P01' || reason === '28000')
    return ['database.auth', `The database at ${place} refused the login.`, 'Check user and password in DATABASE_URL.']
  if (reason === '3D000')
    return ['database.missing', `There is no database ${place}.`, 'Create it, or correct its name in DATABASE_URL.']
  if (reason === SqlState.tooManyConnections)
    return [
      'database.full',
      `The database at ${place} takes no more connections.`,
      'Raise max_connections or use fewer processes.',
    ]
  if (reason.startsWith('57P'))
    return ['database.starting', `The database at ${place} is starting or stopping.`, 'Wait a moment and try again.']
  if (reason === 'timeout')
    return [
      'database.busy',
      `No connection to ${place} was free or could be made in time.`,
      'Try again; when it stays, look for long transactions or a firewall.',
    ]
  return [
    'database.unreachable',
    `The database at ${place} does not answer (${reason}).`,
    'Check host and port in DATABASE_URL and that the server runs.',
  ]
}

function getReason(error: unknown): string {
  const state = getSqlState(error)
  if (state !== undefined) return state
  if (!(error instanceof Error)) return 'unknown'
  if (/timeout/i.test(error.message)) return 'timeout'
  // Node gives one error per tried address when a name has several.
  const first = error instanceof AggregateError ? (error.errors[0] as unknown) : error
  return first instanceof Error && 'code' in first && typeof first.code === 'string' ? first.code : 'connection lost'
}

/** `host:port/database`, or the socket directory. */
function describePlace(url: string): string {
  try {
    const { hostname, port, pathname } = new URL(url)
    return `${decodeURIComponent(hostname)}${port === '' ? '' : `:${port}`}${pathname}`
  } catch {
    return 'the address given'
  }
}
