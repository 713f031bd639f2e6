import { Failure } from '@sluice/contract'

/** Errors of the driver by the name of their class. */
const rules: Readonly<Record<string, { code: string; message: string; advice: string; retry?: 'later' }>> = {
  AuthorizationError: {
    code: 'connector.auth',
    message: 'NATS refused the user name, the password or the credentials.',
    advice: 'Check the sign-in; a password without a user name counts as a token.',
  },
  UserAuthenticationExpiredError: {
    code: 'connector.auth',
    message: 'The credentials have expired.',
    advice: 'Enter new ones.',
  },
  PermissionViolationError: {
    code: 'connector.permission',
    message: 'The user may not use this subject.',
    advice: 'Allow it $JS.API.> and _INBOX.>, $JS.ACK.> for reading, and the subject itself for writing.',
  },
  JetStreamNotEnabled: {
    code: 'connector.place',
    message: 'JetStream is not switched on for this account.',
    advice: 'Start the server with -js, or give the account JetStream limits.',
  },
  TimeoutError: {
    code: 'connector.timeout',
    message: 'NATS did not answer in time.',
    advice: 'Check that a NATS server listens on this port, and its load.',
    retry: 'later',
  },
}

export function toNatsFailure(error: unknown): Failure {
  if (error instanceof Failure) return error
  const cause = error instanceof Error ? error.cause : undefined
  if (cause instanceof Failure) return cause
  const name = nameOf(error)
  const rule = rules[name] ?? rules[nameOf(cause)]
  if (rule) return new Failure({ ...rule, cause: error })
  const text = error instanceof Error ? error.message : ''
  if (/unexpected response from server|parse|Protocol/i.test(`${name} ${text}`)) return notNats(error)
  if (/does not support 'tls'/.test(text)) return noTls()
  if (/certificate|self.signed|SSL|TLS|altname/i.test(text)) return badCertificate(error)
  return broken(error)
}

const nameOf = (error: unknown): string => (error instanceof Error ? error.name : '')

export const broken = (cause?: unknown): Failure =>
  new Failure({
    code: 'connector.broken',
    message: 'The connection to NATS broke.',
    advice: 'It is made again by itself; if this stays, look at the log of the server.',
    retry: 'later',
    cause,
  })

const notNats = (cause: unknown): Failure =>
  new Failure({
    code: 'connector.protocol',
    message: 'The port does not speak the protocol of NATS.',
    advice: 'Check the port; NATS usually listens on 4222.',
    cause,
  })

const badCertificate = (cause: unknown): Failure =>
  new Failure({
    code: 'egress.tls',
    message: 'The certificate of the server is not trusted.',
    advice: 'Give the CA certificate, or correct the host name.',
    cause,
  })

export const noTls = (): Failure =>
  new Failure({
    code: 'egress.tls',
    message: 'The server does not offer an encrypted connection.',
    advice: 'Set encryption to off, or switch TLS on at the server.',
  })

export const missingStream = (name: string): Failure =>
  new Failure({
    code: 'resource.missing',
    message: `There is no stream ${name}.`,
    advice: 'Check the name, or make the stream at the server first.',
    value: name,
  })

export const missingSubject = (subject: string): Failure =>
  new Failure({
    code: 'resource.missing',
    message: `No stream keeps the subject ${subject}.`,
    advice: 'Add the subject to a stream, or check its spelling.',
    value: subject,
  })

/** Codes of the JetStream API: nothing of that name. */
export const isNotFound = (error: unknown): boolean =>
  typeof error === 'object' &&
  error !== null &&
  'code' in error &&
  (error.code === 10_059 || error.code === 10_014 || error.code === 404)
