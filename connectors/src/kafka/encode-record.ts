import type { TargetRecord } from '@sluice/connector-kit'
import { type BodyRules, encodeMessage } from '@sluice/connector-kit/queue'
import { Bytes, type Data, Failure, toFailure, toJson, toText, type Value } from '@sluice/contract'

export interface RecordPlan {
  readonly body: BodyRules
  /** The message's key: one field's text, several as JSON; none = no key. */
  readonly keyFields: readonly string[]
  readonly headerFields: readonly string[]
}

export interface Encoded {
  readonly key: Buffer | null
  /** null: a tombstone, which takes the record of this key away. */
  readonly value: Buffer | null
  readonly headers: Map<Buffer, Buffer>
  readonly size: number
}

/** A record as a message, or why it cannot be one. */
export function encodeRecord({ data, change }: TargetRecord, plan: RecordPlan): Encoded | Failure {
  try {
    const key = encodeKey(data, plan.keyFields)
    if (change === 'delete' && key === null) throw noKey
    const value = change === 'delete' ? null : encodeMessage(data, plan.body)
    const headers = new Map(
      plan.headerFields
        .filter(field => data[field] !== undefined && data[field] !== null)
        .map(field => [Buffer.from(field), toBuffer(data[field]!)] as const), // just looked at
    )
    const headerSize = [...headers].reduce((sum, [name, text]) => sum + name.length + text.length, 0)
    return { key, value, headers, size: (key?.length ?? 0) + (value?.length ?? 0) + headerSize }
  } catch (error) {
    return toFailure(error)
  }
}

function encodeKey(data: Data, fields: readonly string[]): Buffer | null {
  if (fields.length === 0) return null
  const empty = fields.find(field => toText(data[field]) === '')
  if (empty !== undefined)
    throw new Failure({
      code: 'target.key',
      message: `The key field "${empty}" has no value.`,
      advice: 'Map a field to it.',
      field: empty,
      retry: 'skip',
    })
  const [field, ...others] = fields
  if (others.length === 0) return toBuffer(data[field!]!) // looked at above
  return Buffer.from(toJson(Object.fromEntries(fields.map(name => [name, data[name] ?? null]))))
}

const toBuffer = (value: Value): Buffer => (value instanceof Bytes ? value.toBuffer() : Buffer.from(toText(value)))

const noKey = new Failure({
  code: 'target.noKey',
  message: 'A message without a key cannot take a record away.',
  advice: 'Choose the field with the key, or key fields, in the target.',
  field: 'key_field',
  retry: 'skip',
})
