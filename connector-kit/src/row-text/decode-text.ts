import { Bytes, parseJson, toNumber, type Value } from '@sluice/contract'

/**
 * What the text of a field means, in the words of PostgreSQL's output. `integer` fits a double, `whole` need not;
 * `numeral` may also be NaN or an infinity, which stay text. A list has the type of its elements before the brackets.
 */
export type TextType = 'text' | 'integer' | 'whole' | 'numeral' | 'boolean' | 'bytes' | 'json' | `${string}[]`

export type TextDecoder = (text: string) => Value

/** Turns the text of a field, without its escapes, into the value it means. */
export function makeTextDecoder(type: TextType): TextDecoder {
  if (type.endsWith('[]')) return makeListDecoder(makeTextDecoder(type.slice(0, -2) as TextType)) // the element's type
  return decoders[type] ?? decoders.text
}

/** Types whose value as plain text is the field's own text. */
export const isPlainText = (type: TextType): boolean => plainTypes.has(type)
const plainTypes: ReadonlySet<TextType> = new Set(['text', 'integer', 'whole', 'numeral'])

const decoders: Readonly<Record<string, TextDecoder>> & { readonly text: TextDecoder } = {
  text: text => text,
  integer: Number,
  whole: toNumber,
  numeral: decodeNumber,
  boolean: text => text === 't',
  bytes: text => Bytes.from(Buffer.from(text.slice(2), 'hex')),
  json: parseJson,
}

/** NaN and ±Infinity stay text: JSON has no numeral for them. */
function decodeNumber(text: string): Value {
  const last = text.charCodeAt(text.length - 1)
  return last >= 48 && last <= 57 ? toNumber(text) : text
}

/** `{1,NULL,"a b"}` as a list; a form with other bounds than 1 stays text. */
function makeListDecoder(decode: TextDecoder): TextDecoder {
  return text => {
    if (!text.startsWith('{')) return text
    const reader = { text, at: 0 }
    return readList(reader, decode)
  }
}

function readList(reader: { readonly text: string; at: number }, decode: TextDecoder): readonly Value[] {
  const items: Value[] = []
  reader.at += 1
  while (reader.at < reader.text.length && reader.text[reader.at] !== '}') {
    const first = reader.text[reader.at]
    if (first === ',') reader.at += 1
    else if (first === '{') items.push(readList(reader, decode))
    else if (first === '"') items.push(decode(readQuoted(reader)))
    else items.push(readBare(reader, decode))
  }
  reader.at += 1
  return items
}

function readQuoted(reader: { readonly text: string; at: number }): string {
  const { text } = reader
  let item = ''
  for (reader.at += 1; text[reader.at] !== '"' && reader.at < text.length; reader.at += 1) {
    if (text[reader.at] === '\\') reader.at += 1
    item += text[reader.at]
  }
  reader.at += 1
  return item
}

function readBare(reader: { readonly text: string; at: number }, decode: TextDecoder): Value {
  const start = reader.at
  while (reader.at < reader.text.length && !/[,}]/.test(reader.text[reader.at] ?? '')) reader.at += 1
  const item = reader.text.slice(start, reader.at)
  return item === 'NULL' ? null : decode(item)
}
