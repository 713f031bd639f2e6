import type { StreamConfig } from '@nats-io/jetstream'

/** What a stream may remove before it is read, a sentence each. What it did remove is counted on the run. */
export function tellLimits(config: StreamConfig): readonly string[] {
  const { name: stream, max_msgs: messages, max_bytes: bytes, max_msgs_per_subject: each, max_age: nanos } = config
  const told: string[] = []
  const isFull = messages > 0 || bytes > 0
  if (isFull && config.discard === 'new')
    told.push(`The stream ${stream} refuses messages when it is full (discard new).`)
  if (messages > 0 && config.discard !== 'new')
    told.push(`The stream ${stream} keeps ${messages} messages at most and removes its oldest beyond that (max_msgs).`)
  if (bytes > 0 && config.discard !== 'new')
    told.push(`The stream ${stream} keeps ${bytes} bytes at most and removes its oldest beyond that (max_bytes).`)
  if (each > 0) told.push(`The stream ${stream} keeps ${each} messages of each subject (max_msgs_per_subject).`)
  const seconds = nanos / 1_000_000_000
  if (seconds > 0) told.push(`The stream ${stream} removes messages that are older than ${seconds} s (max_age).`)
  if (config.storage === 'memory')
    told.push(`The stream ${stream} lies in memory and does not outlive a restart of the server.`)
  return told
}
