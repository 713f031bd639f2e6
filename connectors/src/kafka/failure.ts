import { Failure, type FailureDetail } from '@sluice/contract'

type Rule = Pick<FailureDetail, 'code' | 'message' | 'advice'> & Partial<FailureDetail>

const topicRight: Rule = {
  code: 'connector.permission',
  message: 'The user lacks the right to this topic.',
  advice: 'Give it Describe and Read (source) or Write (target) on the topic with kafka-acls.',
}
const busy: Rule = {
  code: 'connector.busy',
  message: 'The cluster is choosing a leader or a coordinator.',
  advice: 'It goes on by itself; if this stays, look at the state of the partitions.',
  retry: 'later',
}
const tooLarge: Rule = {
  code: 'target.tooLarge',
  message: 'The message is larger than the topic takes.',
  advice: 'Send fewer fields, or raise max.message.bytes of the topic.',
  retry: 'skip',
}

/** By the error code of the protocol. */
const rules: Readonly<Record<number, Rule>> = {
  5: busy,
  6: busy,
  9: busy,
  10: tooLarge,
  14: busy,
  15: busy,
  16: busy,
  18: tooLarge,
  19: {
    code: 'target.replicas',
    message: 'Too few replicas are in step to take a message.',
    advice: 'It goes on by itself when min.insync.replicas are there again.',
    retry: 'later',
  },
  24: {
    code: 'source.group',
    message: 'The cluster takes no consumer group of this name.',
    advice: 'Choose another name in the source.',
  },
  25: {
    code: 'source.group',
    message: 'Other consumers are at work in this consumer group.',
    advice: 'Choose a group of its own in the source.',
  },
  29: topicRight,
  30: {
    code: 'connector.permission',
    message: 'The user lacks the right to this consumer group.',
    advice: 'Give it Read on the group with kafka-acls, or choose another group.',
  },
  31: topicRight,
  33: {
    code: 'connector.auth',
    message: 'The broker does not know this way to sign in.',
    advice: 'Choose one that sasl.enabled.mechanisms of the broker names.',
  },
  34: {
    code: 'connector.auth',
    message: 'The broker asks for no sign-in on this port.',
    advice: 'Leave the user name empty, or use the port for SASL.',
  },
  58: {
    code: 'connector.auth',
    message: 'The broker refused the user name or the password.',
    advice: 'Check both, and the way to sign in.',
  },
}

/** A code of the protocol as a Failure. */
export const refused = (code: number, name: string): Failure =>
  new Failure(
    rules[code] ?? {
      code: 'connector.refused',
      message: `The cluster refused the request: ${name}.`,
      advice: 'Look at the log of the broker.',
    },
  )

/** `sent`: a request was on its way, so that it may have had an effect. */
export class LineBroken extends Failure {
  readonly sent: boolean
  constructor(sent: boolean, cause?: unknown) {
    super({
      code: 'connector.broken',
      message: 'The connection to the broker broke.',
      advice: 'It is made again by itself; if this stays, look at the log of the broker.',
      retry: 'later',
      cause,
    })
    this.sent = sent
  }
}

/** A broker that wants a sign-in hangs up on the first question without one. */
export const wantsSignIn = (cause: unknown): Failure =>
  new Failure({
    code: 'connector.auth',
    message: 'The broker hung up; it may ask for a sign-in.',
    advice: 'Enter user name and password, and choose the way to sign in.',
    retry: 'later',
    cause,
  })

export const silent = (): Failure =>
  new Failure({
    code: 'connector.silent',
    message: 'The broker gives no answer.',
    advice: 'Try again later; if this stays, look at the log of the broker.',
    retry: 'later',
  })

export const notKafka = (cause?: unknown): Failure =>
  new Failure({
    code: 'connector.protocol',
    message: 'The port does not speak the protocol of Kafka.',
    advice:
      'Check port and encryption, and whether the broker asks for a sign-in; Kafka usually listens on 9092, and on 9093 for encrypted connections.',
    cause,
  })

export const tooOld = (): Failure =>
  new Failure({
    code: 'connector.version',
    message: 'The broker is older than Kafka 2.3.',
    advice: 'Connect to a newer cluster.',
  })

export const severalBrokers = (count: number): Failure =>
  new Failure({
    code: 'connector.addresses',
    message: `The cluster has ${count} brokers, and they cannot all be behind one address.`,
    advice: 'Let the brokers advertise addresses that can be reached from here, and choose those.',
    field: 'addresses',
  })

export const missing = (topic: string): Failure =>
  new Failure({
    code: 'resource.missing',
    message: `There is no topic ${topic}.`,
    advice: 'Check the name and the rights of the user, or create the topic first.',
    value: topic,
  })

export const lostPlace = (topic: string, partition: number): Failure =>
  new Failure({
    code: 'source.cursor',
    message: `The stored place in partition ${partition} of ${topic} lies behind its end: the topic was made anew.`,
    advice: 'Reset the consumer group or choose another one, and run the strategy anew.',
  })

export const unreadable = (topic: string, partition: number, cause?: unknown): Failure =>
  new Failure({
    code: 'source.batch',
    message: `A batch of messages in partition ${partition} of ${topic} cannot be read.`,
    advice: 'Look at the offset with a tool of Kafka; the log of the broker may be damaged.',
    cause,
  })
