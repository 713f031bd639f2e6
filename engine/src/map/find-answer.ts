import type { Value } from '@sluice/contract'

/** Another strategy as far as a look-up needs it. Plain JSON, because it travels to workers. */
export interface LoadedStrategy {
  readonly id: string
  readonly name: string
  /** Fields that make its key, and its business number; of the version that runs next. */
  readonly key: readonly string[]
  readonly number: string | null
}

/** What one record asks for. Records that ask for the same share an answer. */
export interface FindWant {
  readonly strategyId: string
  readonly where: readonly (readonly [field: string, text: string])[]
  /** Fields that are wanted of the record found. */
  readonly take: Set<string>
}

/** By the text of what is asked. */
export type Wants = Map<string, FindWant>

export interface FindAnswer {
  /** How many records fit. */
  readonly hits: number
  /** The one that came last; null: none. */
  readonly record: { readonly id: string; readonly key: string; readonly number: string | null } | null
  /** Its fields that were wanted; those it does not have are left out. */
  readonly values: Readonly<Record<string, Value>>
}

export type Found = ReadonlyMap<string, FindAnswer>

/** Answers everything that a page asks, in a number of questions that does not grow with the page's records. */
export type FindRecords = (wants: Wants) => Promise<Found>
