/** One field of a page's query: text in the address, a typed value in the screen. */
export interface SearchField<T> {
  /** Never throws: what cannot be read is the default. */
  parse(text: string | null): T
  /** null leaves the field out of the address. */
  format(value: T): string | null
}
// Method parameters are compared both ways, so a field of any type fits this shape.
export type SearchShape = { readonly [name: string]: SearchField<never> | SearchField<unknown> }
export type SearchValues<S extends SearchShape> = {
  readonly [K in keyof S]: S[K] extends SearchField<infer T> ? T : never
}

/** The values of a query; unknown names are ignored. */
export function parseSearch<S extends SearchShape>(shape: S, search: URLSearchParams): SearchValues<S> {
  const entries = Object.entries(shape).map(([name, field]) => [name, field.parse(search.get(name))])
  return Object.fromEntries(entries) as SearchValues<S> // built from the shape's own names and fields
}

/** The query of some values; defaults and undefined are left out, so links stay short. */
export function formatSearch<S extends SearchShape>(shape: S, values: Partial<SearchValues<S>>): URLSearchParams {
  const query = new URLSearchParams()
  for (const [name, field] of Object.entries(shape)) {
    const value: unknown = values[name]
    const text = value === undefined ? null : (field as SearchField<unknown>).format(value) // value is of this field
    if (text !== null) query.set(name, text)
  }
  return query
}

export const searchText: SearchField<string | undefined> = {
  parse: text => (text === null || text === '' ? undefined : text),
  format: value => (value === undefined || value === '' ? null : value),
}

export const searchFlag: SearchField<boolean | undefined> = {
  parse: text => (text === '1' ? true : undefined),
  format: value => (value ? '1' : null),
}

/** A whole number within limits; anything else reads as the default. */
export function searchInt(fallback: number, min = 1, max = Number.MAX_SAFE_INTEGER): SearchField<number> {
  return {
    parse: text => {
      const value = text === null ? Number.NaN : Number(text)
      return Number.isInteger(value) && value >= min && value <= max ? value : fallback
    },
    format: value => (value === fallback ? null : String(value)),
  }
}

/** One of a list of words. */
export function searchOneOf<const V extends string>(values: readonly V[]): SearchField<V | undefined> {
  return {
    parse: text => values.find(value => value === text),
    format: value => value ?? null,
  }
}

/** One of a list of words, with a default that stays out of the address. */
export function searchChoice<const V extends string>(values: readonly V[], fallback: NoInfer<V>): SearchField<V> {
  return {
    parse: text => values.find(value => value === text) ?? fallback,
    format: value => (value === fallback ? null : value),
  }
}

/** Words separated by commas; the empty list stays out of the address. */
export const searchList: SearchField<readonly string[]> = {
  parse: text => (text === null ? [] : text.split(',').filter(part => part !== '')),
  format: value => (value.length === 0 ? null : value.join(',')),
}

/** Page number, page size and sort of a list: spread into a page's `search`. */
export const searchPaging = { page: searchInt(1), pageSize: searchInt(20, 1, 100) }
