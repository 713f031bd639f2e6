/** What a file of YAML and a column of jsonb can both hold. */
export type Json = string | number | boolean | null | undefined | readonly Json[] | JsonObject
export interface JsonObject {
  readonly [name: string]: Json
}

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A name that every object inherits, like `constructor`, is nobody's field until it is its own. */
export const ownField = (object: JsonObject, name: string): Json =>
  Object.hasOwn(object, name) ? object[name] : undefined

/** The same without what is undefined, so that two that say the same are the same. */
export const toJsonForm = (value: unknown): Json => JSON.parse(JSON.stringify(value ?? null)) as Json
