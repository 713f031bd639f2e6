import { Failure, type FailureDetail } from '@sluice/contract'
import type { MongoServerError } from 'mongodb'

export type Driver = typeof import('mongodb')

type Rule = Pick<FailureDetail, 'code' | 'message' | 'advice'> & Partial<FailureDetail>

const auth: Rule = {
  code: 'connector.auth',
  message: 'MongoDB refused the user name or the password.',
  advice: 'Check both, and the authentication database: it is the one in which the user was created.',
}
const denied: Rule = {
  code: 'connector.permission',
  message: 'The user may not do this in the database.',
  advice: 'Give it the role "read" (source) or "readWrite" (target) on the database.',
}
const moved: Rule = {
  code: 'connector.busy',
  message: 'The server is not the primary of its replica set, or it is being started or stopped.',
  advice: 'It is tried again by itself; if this stays, enter the name of the replica set so that the primary is found.',
  retry: 'later',
}
const slow: Rule = {
  code: 'connector.timeout',
  message: 'The server gave up on the request, because it took too long.',
  advice: 'Ask for smaller pages, or give the filter and the increment field an index.',
  retry: 'later',
}

/** By the codes of the server. */
const rules: Readonly<Record<number, Rule>> = {
  11: auth,
  18: auth,
  8000: auth,
  13: denied,
  50: slow,
  262: slow,
  89: moved,
  91: moved,
  189: moved,
  10107: moved,
  11600: moved,
  11602: moved,
  13435: moved,
  13436: moved,
  2: {
    code: 'source.condition',
    message: 'The server does not understand the filter.',
    advice: 'Check the filter of the source.',
    field: 'filter',
  },
  14031: {
    code: 'target.full',
    message: 'The disk of the server is full.',
    advice: 'Free some space; writing goes on by itself.',
    retry: 'later',
  },
}

const isServerError = (error: unknown, driver: Driver): error is MongoServerError =>
  error instanceof driver.MongoServerError

/** Any error of the driver. `way`: why the egress did not reach the server, which the driver cannot know. */
export function toFailure(error: unknown, driver: Driver, way: Failure | null): Failure {
  if (error instanceof Failure) return error
  // A batch whose line broke shows as a refusal without a code.
  if (isServerError(error, driver)) return error.code === undefined ? broken(error) : toRefusal(error)
  const inner = findServerError(error, driver)
  if (inner) return toRefusal(inner)
  if (error instanceof driver.MongoServerSelectionError) {
    if (way)
      return new Failure({ ...way.toDetail(), retry: way.code === 'egress.blocked' ? 'never' : 'later', cause: error })
    return isReached(error) ? wrongSet(error) : silent(error)
  }
  if (error instanceof driver.MongoNetworkError || error instanceof driver.MongoNotConnectedError) return broken(error)
  if (error instanceof driver.MongoOperationTimeoutError) return new Failure({ ...slow, cause: error })
  if (error instanceof driver.MongoError) return broken(error)
  if (error instanceof Error && error.name === 'AbortError') return stopped(error)
  return new Failure({
    code: 'connector.failed',
    message: 'The driver of MongoDB failed.',
    retry: 'later',
    cause: error,
  })
}

/** A refusal that the driver has wrapped: a sign-in that fails shows as a server that is not found. */
function findServerError(error: unknown, driver: Driver): MongoServerError | null {
  for (let each = error, depth = 0; each instanceof Error && depth < 6; each = each.cause, depth += 1)
    if (isServerError(each, driver)) return each
  return null
}

function toRefusal(error: MongoServerError): Failure {
  const rule = rules[Number(error.code)]
  if (rule) return new Failure({ ...rule, cause: error })
  return new Failure({
    code: 'connector.refused',
    message: `MongoDB refused the request: ${error.errmsg ?? error.message} (${String(error.code)}).`,
    advice: 'Look the code up in the documents of MongoDB.',
    cause: error,
  })
}

/** Servers answered, but none of them is one that was asked for. */
function isReached(error: InstanceType<Driver['MongoServerSelectionError']>): boolean {
  const servers = error.reason?.servers
  return servers !== undefined && [...servers.values()].every(each => each.error === null)
}

const wrongSet = (cause: unknown): Failure =>
  new Failure({
    code: 'connector.place',
    message: 'The server belongs to no replica set of this name, or the set has no primary now.',
    advice: 'Check the name of the replica set; leave it empty to use this one server.',
    field: 'replica_set',
    cause,
  })

const silent = (cause?: unknown): Failure =>
  new Failure({
    code: 'connector.protocol',
    message: 'Whatever listens on this port gives no answer to MongoDB.',
    advice: 'Check the port, usually 27017, and the encryption: a server with TLS says nothing to one without.',
    retry: 'later',
    cause,
  })

const broken = (cause?: unknown): Failure =>
  new Failure({
    code: 'connector.broken',
    message: 'The connection to MongoDB broke.',
    advice: 'It is made again by itself; if this stays, look at the log of the server.',
    retry: 'later',
    cause,
  })

export const stopped = (cause?: unknown): Failure =>
  new Failure({ code: 'egress.aborted', message: 'The request was stopped.', retry: 'later', cause })

export const noCollection = (name: string): Failure =>
  new Failure({
    code: 'resource.missing',
    message: `There is no collection ${name}.`,
    advice: 'Check the name and the database; a collection is made by its first document.',
    value: name,
  })

export const badFilter = (message: string, cause?: unknown): Failure =>
  new Failure({
    code: 'source.condition',
    message,
    advice: 'Write one query document as Extended JSON, for example {"status": "paid"}.',
    field: 'filter',
    cause,
  })

export const badCursor = (): Failure =>
  new Failure({
    code: 'source.cursor',
    message: 'The saved position does not belong to this collection and increment field.',
    advice: 'The increment field was changed: reset the position of the strategy to read from the start.',
  })

/** What is wrong with one document, by the code of its write error. */
export function explainDocument(code: number, message: string): FailureDetail {
  const known: Readonly<Record<number, Pick<FailureDetail, 'code' | 'message'>>> = {
    11000: { code: 'target.exists', message: 'A document with this key exists already.' },
    121: { code: 'target.check', message: 'The document breaks the rules of the collection (schema validation).' },
    66: { code: 'target.value', message: 'The key of a document that exists cannot be changed (_id).' },
    10334: { code: 'target.value', message: 'The document is bigger than the 16 MiB that MongoDB holds.' },
  }
  const told = known[code] ?? { code: 'target.refused', message: `MongoDB refused the document: ${message} (${code}).` }
  return new Failure({ ...told, retry: 'skip' }).toDetail()
}
