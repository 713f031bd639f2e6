/** JSON with every numeral kept digit by digit: 64-bit ids and 12.50 leave and arrive as written. */
export type Json = null | boolean | string | number | Numeral | readonly Json[] | JsonObject
export interface JsonObject {
  readonly [field: string]: Json
}

/** JSON.rawJSON exists in Node 24 but not yet in TypeScript's library. */
const rawJson = (JSON as unknown as { rawJSON(text: string): unknown }).rawJSON

/** A numeral as text; serialises bare. */
export class Numeral {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }

  toJSON(): unknown {
    return rawJson(this.text)
  }
}

export const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Numeral)

export const writeJson = (value: Json): string => JSON.stringify(value)

/** Every number becomes a `Numeral`. @throws SyntaxError, or RangeError when nested too deep to read */
export function readJson(text: string): Json {
  return JSON.parse(text, revive as (key: string, value: unknown) => unknown) as Json
}

function revive(_key: string, value: unknown, context: { readonly source?: string }): unknown {
  return typeof value === 'number' ? new Numeral(context.source ?? String(value)) : value
}

/** The same text for the same content, whatever the order of the fields. */
export function writeCanonical(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(writeCanonical).join(',')}]`
  if (!isObject(value)) return writeJson(value)
  const fields = Object.keys(value).sort()
  return `{${fields.map(field => `${JSON.stringify(field)}:${writeCanonical(value[field] ?? null)}`).join(',')}}`
}
