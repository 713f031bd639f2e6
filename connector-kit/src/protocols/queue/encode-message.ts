import { Bytes, type Data, Failure, type ParamValues, toJson, toText } from '@sluice/contract'

/** How a record becomes the body of a message. */
export interface BodyRules {
  /** The field that is sent as it is; empty = the whole record as JSON. */
  readonly field: string
}

export const readBodyRules = (options: ParamValues): BodyRules => ({
  field: typeof options['body_field'] === 'string' ? options['body_field'] : '',
})

/** @throws Failure for a record without the field that is the body */
export function encodeMessage(data: Data, { field }: BodyRules): Buffer {
  if (field === '') return Buffer.from(toJson(data))
  const value = data[field]
  if (value === undefined || value === null)
    throw new Failure({
      code: 'target.body',
      message: `The field "${field}", which is the message, has no value.`,
      advice: 'Map it, or send the whole record as JSON.',
      field,
      retry: 'skip',
    })
  return value instanceof Bytes ? value.toBuffer() : Buffer.from(toText(value))
}

/** A template of a name, `orders.{country}`: each brace is the record's field as text. @throws Failure when one is empty */
export function fillName(template: string, data: Data): string {
  return template.replace(/\{([^{}]+)\}/g, (_, field: string) => {
    const text = toText(data[field])
    if (text !== '') return text
    throw new Failure({
      code: 'target.name',
      message: `The field "${field}", which is part of the name ${template}, has no value.`,
      advice: 'Map it, or write to a fixed name.',
      field,
      retry: 'skip',
    })
  })
}
