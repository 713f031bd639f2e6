import type { Data, RecordState } from '@sluice/contract'
import type { PageRef } from '../sql/page-rows.ts'
import type { SourceRow } from './read-row.ts'
import type { Sorted } from './sort-rows.ts'
import type { StagedRecord } from './staged-record.ts'

/** A record of a page that has just landed. Its data is the row's, which may not have been decoded yet. */
export class FreshRecord implements StagedRecord {
  readonly page: PageRef
  readonly ordinal: number
  readonly key: string
  readonly hash: string
  readonly number: string | null
  readonly attempts: number
  readonly isKnown: boolean
  readonly held: RecordState | null
  declare readonly change?: 'delete'
  readonly #row: SourceRow & { readonly failure: null }

  constructor(
    page: PageRef,
    ordinal: number,
    row: SourceRow & { readonly failure: null },
    verdict: Sorted & { readonly kind: 'fresh' },
  ) {
    this.page = page
    this.ordinal = ordinal
    this.key = row.identity.key
    this.hash = row.identity.hash
    this.number = row.identity.number
    this.attempts = verdict.attempts
    this.isKnown = verdict.isKnown
    this.held = verdict.held
    if (row.change !== undefined) this.change = row.change
    this.#row = row
  }

  get data(): Data {
    return this.#row.data
  }
}
