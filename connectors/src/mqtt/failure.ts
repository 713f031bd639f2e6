import { Failure } from '@sluice/contract'

const auth = {
  code: 'connector.auth',
  message: 'The broker refused the user name or the password.',
  advice: 'Check both.',
}
const noRight = {
  code: 'connector.permission',
  message: 'The user may not do this.',
  advice: 'Let the user read (source) or write (target) the topic at the broker.',
}
const badId = {
  code: 'connector.clientId',
  message: 'The broker does not take this client id.',
  advice: 'Choose another client id.',
}
const away = {
  code: 'connector.busy',
  message: 'The broker takes no connections right now.',
  advice: 'Try again in a moment.',
  retry: 'later' as const,
}
const oldVersion = {
  code: 'connector.protocol',
  message: 'The broker does not speak this version of MQTT.',
  advice: 'Choose the other version of the protocol in the connector.',
}

/** Answers to CONNECT: 1 to 5 of MQTT 3.1.1, from 128 of MQTT 5. */
const reasons: Readonly<Record<number, ConstructorParameters<typeof Failure>[0]>> = {
  1: oldVersion,
  2: badId,
  3: away,
  4: auth,
  5: auth,
  132: oldVersion,
  133: badId,
  134: auth,
  135: auth,
  136: away,
  137: away,
  138: noRight,
}

export const refusedSignIn = (reason: number): Failure =>
  new Failure(
    reasons[reason] ?? {
      code: 'connector.refused',
      message: `The broker refused the connection (code ${reason}).`,
      advice: 'Look at the log of the broker.',
    },
  )

export const refusedTopic = (topic: string): Failure =>
  new Failure({
    ...noRight,
    message: `The broker refused the subscription to ${topic}.`,
    value: topic,
  })

export const broken = (cause?: unknown): Failure =>
  new Failure({
    code: 'connector.broken',
    message: 'The connection to the broker broke.',
    advice: 'It is made again by itself; if it breaks again and again, another client may use the same client id.',
    retry: 'later',
    cause,
  })

export const notMqtt = (cause?: unknown): Failure =>
  new Failure({
    code: 'connector.protocol',
    message: 'The port does not speak MQTT.',
    advice: 'MQTT usually listens on 1883, and on 8883 for encrypted connections.',
    cause,
  })

export const badTopic = (topic: string): Failure =>
  new Failure({
    code: 'resource.topic',
    message: `"${topic.slice(0, 100)}" cannot be a topic to publish to.`,
    advice: 'Topics to publish to have no + and no #, and are not empty.',
    field: 'resource',
    retry: 'skip',
  })
