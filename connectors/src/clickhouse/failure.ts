import type { EgressResponse } from '@sluice/connector-kit'
import { Failure, type FailureDetail } from '@sluice/contract'

type Rule = Pick<FailureDetail, 'code' | 'message' | 'advice'> & Partial<FailureDetail>

const auth: Rule = {
  code: 'connector.auth',
  message: 'ClickHouse refused the user name or the password.',
  advice: 'Check both, and that the user may come from the address of this machine.',
}
const denied: Rule = {
  code: 'connector.permission',
  message: 'The user may not do this.',
  advice: 'Grant it SELECT (source) or INSERT (target) on the database.',
}
const missing: Rule = {
  code: 'resource.missing',
  message: 'The table has vanished.',
  advice: 'Choose the table again, or restore it.',
}
const busy: Rule = {
  code: 'connector.busy',
  message: 'ClickHouse has too much to do at the moment.',
  advice: 'It is tried again by itself; write larger batches, or raise the limits of the server.',
  retry: 'later',
}
const slow: Rule = {
  code: 'connector.timeout',
  message: 'The server gave up on the statement, because it took too long.',
  advice: 'Ask for smaller pages, or narrow the condition to the sorting key.',
  retry: 'later',
}
const readonly: Rule = {
  code: 'target.readonly',
  message: 'The table or the user is read-only at the moment.',
  advice: 'Check the profile of the user, and the connection of the server to its keeper.',
  retry: 'later',
}

/** By the server's own numbers. */
const rules: Readonly<Record<number, Rule>> = {
  192: auth,
  193: auth,
  194: auth,
  195: auth,
  516: auth,
  164: denied,
  291: denied,
  497: denied,
  60: missing,
  81: {
    code: 'connector.place',
    message: 'There is no database of this name.',
    advice: 'Check the name; upper and lower case differ.',
    field: 'database',
  },
  159: slow,
  160: slow,
  202: busy,
  209: busy,
  210: busy,
  241: busy,
  252: busy,
  439: busy,
  242: readonly,
  243: {
    code: 'target.full',
    message: 'The disk of the server is full.',
    advice: 'Free some space; writing goes on by itself.',
    retry: 'later',
  },
}

/** Refused before a row of it was written. */
const NOTHING_WRITTEN = new Set([16, 47, 60, 62, 81, 164, 192, 193, 194, 195, 202, 242, 252, 291, 497, 516])

/** A refusal of the server: its cause says whether rows of the batch may be there. */
class ServerError extends Error {
  readonly sent: boolean
  constructor(text: string, sent: boolean) {
    super(text)
    this.sent = sent
  }
}

/** An answer that is no success. */
export function toRefusal(answer: EgressResponse): Failure {
  const text = answer.text()
  const number = Number(/^Code: (\d+)/.exec(text)?.[1] ?? answer.headers['x-clickhouse-exception-code'] ?? Number.NaN)
  if (Number.isNaN(number)) return notClickHouse(answer.status)
  const cause = new ServerError(text, !NOTHING_WRITTEN.has(number))
  const rule = rules[number]
  if (rule) return new Failure({ ...rule, cause })
  return new Failure({
    code: 'connector.failed',
    message: `ClickHouse refused the statement: ${shorten(text)} (${number}).`,
    advice: 'Look the number up in the documents of ClickHouse.',
    cause,
  })
}

/** The server's sentence, without what it adds for its own developers. */
const shorten = (text: string): string =>
  text
    .slice(0, 2000)
    .replace(/^Code: \d+[.,] (?:e\.displayText\(\) = )?DB::Exception: /, '')
    .replace(/,? ?(?:e\.what\(\)|Stack trace|\(version ).*$/s, '')
    .replace(/\.?\s*$/, '')
    .slice(0, 300)

function notClickHouse(status: number): Failure {
  if (status >= 500 || status === 429)
    return new Failure({ ...busy, cause: new ServerError(`HTTP ${status}`, status !== 503 && status !== 429) })
  return new Failure({
    code: 'connector.protocol',
    message: `What answers at this address is not the HTTP interface of ClickHouse (HTTP ${status}).`,
    advice: 'Check the address; the interface is usually at port 8123, or 8443 encrypted.',
    field: 'url',
  })
}

export const unwritable = (field: string, type: string): FailureDetail =>
  new Failure({
    code: 'target.column',
    message: `The column "${field}" has the type ${type}, which is not written here.`,
    advice: 'Take it out of the mapping, and let a default or a materialized view fill it.',
    field,
  }).toDetail()

export const keepsAll = (table: string, engine: string, sorting: string): Failure =>
  new Failure({
    code: 'target.key',
    message: `${table} keeps every row that is written (${engine}, sorted by ${sorting}), so rows cannot be updated by this key.`,
    advice: 'Use the mode "insert", or a ReplacingMergeTree with exactly the key as its sorting key.',
    field: 'key',
  })
