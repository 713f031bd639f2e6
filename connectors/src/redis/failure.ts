import { Failure, type FailureDetail } from '@sluice/contract'
import type { ReplyError } from './reply-parser.ts'

type Rule = Pick<FailureDetail, 'code' | 'message' | 'advice'> & Partial<FailureDetail>

const auth: Rule = {
  code: 'connector.auth',
  message: 'Redis refused the user name or the password.',
  advice: 'Check both; leave the user name empty where Redis knows a password only.',
}
const busy: Rule = {
  code: 'connector.busy',
  message: 'Redis is starting up or busy with a script.',
  advice: 'Try again in a moment.',
  retry: 'later',
}
const rules: Readonly<Record<string, Rule>> = {
  WRONGPASS: auth,
  NOAUTH: auth,
  LOADING: busy,
  BUSY: busy,
  NOPERM: {
    code: 'connector.permission',
    message: 'The user lacks the right to use this command or key.',
    advice: 'Give it the stream commands (source) or write commands (target) on the key with ACL SETUSER.',
  },
  NOPROTO: auth,
  READONLY: {
    code: 'target.readonly',
    message: 'This Redis is a read-only replica.',
    advice: 'Write to the primary server.',
  },
  OOM: {
    code: 'target.full',
    message: 'Redis has no memory left for writing.',
    advice: 'Raise maxmemory or free keys; writing goes on by itself.',
    retry: 'later',
  },
  WRONGTYPE: {
    code: 'resource.type',
    message: 'The key holds another kind of value.',
    advice: 'Choose another key.',
  },
  MOVED: {
    code: 'connector.cluster',
    message: 'The key lies on another node of a Redis cluster.',
    advice: 'Clusters are not supported; connect to a single Redis or a proxy before the cluster.',
  },
  NOGROUP: {
    code: 'source.group',
    message: 'The stream or its consumer group has vanished.',
    advice: 'Run the strategy again; the group is made anew.',
  },
}

/** A refused command as a Failure. */
export function toReplyFailure(error: ReplyError): Failure {
  const rule = rules[error.kind]
  if (rule) return new Failure({ ...rule, cause: error })
  if (/without any password configured/.test(error.message)) return noPassword(error)
  if (/DB index/.test(error.message)) return noDatabase(error)
  return new Failure({
    code: 'connector.refused',
    message: `Redis refused the command: ${error.message}.`,
    cause: error,
  })
}

const noPassword = (cause: unknown): Failure =>
  new Failure({
    code: 'connector.auth',
    message: 'This Redis has no password, and one was given.',
    advice: 'Leave the password empty, or set one at the server.',
    cause,
  })

const noDatabase = (cause: unknown): Failure =>
  new Failure({
    code: 'connector.place',
    message: 'Redis has no database of this number.',
    advice: 'Choose a smaller number; Redis usually has 16, from 0 to 15.',
    cause,
  })

export const broken = (cause?: unknown): Failure =>
  new Failure({
    code: 'connector.broken',
    message: 'The connection to Redis broke.',
    advice: 'It is made again by itself; if this stays, look at the log of the server.',
    retry: 'later',
    cause,
  })

export const silent = (): Failure =>
  new Failure({
    code: 'connector.protocol',
    message: 'Whatever listens on this port gives no answer to Redis.',
    advice: 'Check the port; Redis usually listens on 6379, and encrypted on 6380.',
    retry: 'later',
  })

export const notRedis = (cause?: unknown): Failure =>
  new Failure({
    code: 'connector.protocol',
    message: 'The port does not speak the protocol of Redis.',
    advice: 'Check the port; Redis usually listens on 6379, and encrypted on 6380.',
    cause,
  })

export const missing = (key: string): Failure =>
  new Failure({
    code: 'resource.missing',
    message: `There is no stream ${key}.`,
    advice: 'Check the name and the number of the database; a stream is made by its first message.',
    value: key,
  })
