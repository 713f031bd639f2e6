import { Failure } from '@sluice/contract'

/** What AMQP says, by the number of its close frame. */
const rules: Readonly<Record<number, { code: string; message: string; advice: string }>> = {
  403: {
    code: 'connector.auth',
    message: 'The broker refused the user name or the password.',
    advice: 'Check both; the user guest may sign in from the machine of the broker only.',
  },
  530: {
    code: 'connector.place',
    message: 'The virtual host does not exist, or this user may not enter it.',
    advice: 'Check its name, and give the user rights with rabbitmqctl set_permissions.',
  },
  405: {
    code: 'connector.locked',
    message: 'Another connection uses the queue exclusively.',
    advice: 'End the other consumer, or use a queue of your own.',
  },
}
const noRight = {
  code: 'connector.permission',
  message: 'The user lacks the right to do this.',
  advice: 'Give the user configure, read (source) and write (target) rights with rabbitmqctl set_permissions.',
}

/** An error of the driver as a Failure; `isOpen`: the sign-in is over, so 403 is about a right. */
export function toBrokerFailure(error: unknown, isOpen: boolean): Failure {
  if (error instanceof Failure) return error
  const code = readCode(error)
  const rule = code === 403 && isOpen ? noRight : rules[code]
  if (rule) return new Failure({ ...rule, cause: error })
  const text = error instanceof Error ? error.message : ''
  // The broker closes instead of opening the virtual host, and the driver drops its reason.
  if (!isOpen && /Expected ConnectionOpenOk/.test(text)) return new Failure({ ...rules[530]!, cause: error }) // a literal key
  if (!isOpen && /Expected ConnectionStart|frame/i.test(text)) return notAmqp(error)
  return broken(error)
}

/** The number of the frame that closed the channel or connection; 0 for anything else. */
export function readCode(error: unknown): number {
  if (typeof error !== 'object' || error === null) return 0
  if ('code' in error && typeof error.code === 'number') return error.code
  const found = error instanceof Error ? /(\d{3}) \(/.exec(error.message) : null
  return found ? Number(found[1]) : 0
}

export const broken = (cause?: unknown): Failure =>
  new Failure({
    code: 'connector.broken',
    message: 'The connection to the broker broke.',
    advice: 'It is made again by itself; if this stays, look at the log of the broker.',
    retry: 'later',
    cause,
  })

export const notAmqp = (cause?: unknown): Failure =>
  new Failure({
    code: 'connector.protocol',
    message: 'The port does not speak AMQP 0-9-1.',
    advice: 'RabbitMQ usually listens on 5672, and on 5671 for encrypted connections.',
    cause,
  })

export const missing = (name: string): Failure =>
  new Failure({
    code: 'resource.missing',
    message: `There is no ${name} in this virtual host.`,
    advice: 'Check the name, or declare it at the broker first.',
    value: name,
  })

/** Its readers get what is sent from now on, unless they name a place in it. */
export const isStream = (queue: string): Failure =>
  new Failure({
    code: 'source.stream',
    message: `The queue ${queue} is a stream. It is read from places, not taken from, and this connector would miss what it holds.`,
    advice: 'Bind a queue (classic or quorum) to the same exchange and read that.',
    field: 'resource',
    value: queue,
  })

/** A single active consumer, or one of a higher priority. */
export const heldBack = (queue: string, waiting: number): Failure =>
  new Failure({
    code: 'source.heldBack',
    message: `${waiting} messages wait in the queue ${queue}, and the broker gives none of them: another reader comes first.`,
    advice: 'End the other reader, or give this strategy a queue of its own.',
    retry: 'later',
    value: queue,
  })

/** The broker has ended a consumer by itself. */
export const gone = (queue: string): Failure =>
  new Failure({
    code: 'resource.missing',
    message: `The queue ${queue} was deleted while it was read; what still waited in it is gone.`,
    advice: 'Declare it again at the broker, have sent again what was lost, then start the strategy.',
    value: queue,
  })

/** A quorum queue throws a message away once it was delivered too often, put back or not. */
export const takesNotice = (queue: string, waiting: number): Failure =>
  new Failure({
    code: 'sample.changes',
    message: `${waiting} messages wait in ${queue}. RabbitMQ counts every look at one as a delivery, so none is taken for a look.`,
    advice:
      'Type the names of its fields into the mapping, or run the strategy: what it has read is shown from then on.',
  })
