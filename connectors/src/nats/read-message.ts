import type { StoredMsg } from '@nats-io/jetstream'
import type { MsgHdrs } from '@nats-io/nats-core'
import type { Message } from '@sluice/connector-kit/queue'
import type { Data } from '@sluice/contract'
import type { Pulled } from './puller.ts'

/** Body and properties; the same however often it is delivered. */
export function readMessage(stream: string, message: Pulled | StoredMsg): Message {
  const headers = readHeaders('headers' in message ? message.headers : message.header)
  const { subject, seq, timestamp } = message
  return { body: message.data, properties: { stream, subject, sequence: seq, time: timestamp, headers } }
}

/** A header given once is a text, one given several times a list. */
function readHeaders(headers: MsgHdrs | undefined): Data {
  const names = headers?.keys() ?? []
  return Object.fromEntries(
    names.map(name => {
      const values = headers?.values(name) ?? []
      return [name, values.length === 1 ? (values[0] ?? '') : values] as const
    }),
  )
}
