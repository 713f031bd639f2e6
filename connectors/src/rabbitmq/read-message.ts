import { createHash } from 'node:crypto'
import type { Delivery } from '@sluice/connector-kit/queue'
import { Bytes, type Data, type Value } from '@sluice/contract'
import type { ConsumeMessage, GetMessage } from 'amqplib'

type Received = ConsumeMessage | GetMessage

/** A delivered message in the kit's form. The tag is the delivery tag of its channel. */
export function readMessage(message: Received): Delivery<number> {
  const { fields } = message
  const properties = readProperties(message)
  return {
    tag: fields.deliveryTag,
    body: message.content,
    properties,
    identity: hash(message),
    isRepeat: fields.redelivered,
  }
}

/** AMQP numbers no messages: 48 bits of what the sender made of it. It tells redelivered messages of a few pages apart. */
function hash({ fields, properties, content }: Received): string {
  const { messageId = '', correlationId = '', timestamp = '' } = properties
  const head = [fields.exchange, fields.routingKey, messageId, correlationId, timestamp].join('\u0000')
  return createHash('sha256').update(head).update('\u0000').update(content).digest('base64url').slice(0, 8)
}

const NAMES = [
  'messageId',
  'correlationId',
  'timestamp',
  'type',
  'appId',
  'userId',
  'replyTo',
  'contentType',
  'contentEncoding',
  'expiration',
  'priority',
  'deliveryMode',
] as const

function readProperties({ fields, properties }: Received): Data {
  const told = NAMES.flatMap(name => {
    const value = toValue(properties[name])
    return value === undefined ? [] : [[name, value] as const]
  })
  const headers = toValue({ ...properties.headers, ...UNSTABLE }) ?? {}
  return { exchange: fields.exchange, routingKey: fields.routingKey, ...Object.fromEntries(told), headers }
}

/** Counts deliveries, so it would make another record of the same message. */
const UNSTABLE = { 'x-delivery-count': undefined, 'x-acquired-count': undefined }

/** undefined: nothing there, or an integer that the driver has rounded already. */
function toValue(value: unknown): Value | undefined {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value
  if (typeof value === 'number') return Number.isInteger(value) && !Number.isSafeInteger(value) ? undefined : value
  if (Buffer.isBuffer(value)) return Bytes.from(value)
  if (Array.isArray(value)) return value.map(each => toValue(each) ?? null)
  if (typeof value !== 'object') return undefined
  const entries = Object.entries(value).flatMap(([name, each]) => {
    const inner = toValue(each)
    return inner === undefined ? [] : [[name, inner] as const]
  })
  return Object.fromEntries(entries)
}
