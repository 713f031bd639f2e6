import type { Data, Value } from '@sluice/contract'

export type RowMaker = (values: readonly Value[]) => Data

/** Builds records with a fixed list of fields. A column named `__proto__` stays an ordinary field. */
export function compileRowMaker(names: readonly string[]): RowMaker {
  if (names.includes('__proto__'))
    return values => Object.fromEntries(names.map((name, index) => [name, values[index] ?? null]))
  const count = names.length
  return values => {
    const row: Record<string, Value> = {}
    for (let index = 0; index < count; index += 1) row[names[index] as string] = values[index] as Value // both lists have `count` entries
    return row
  }
}
