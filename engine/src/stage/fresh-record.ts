import type { Data, RecordState } from '@sluice/contract'
import type { PageRef } from '../sql/page-rows.ts'
import { copyHash } from './hash-bytes.ts'
import type { SourceRow } from './read-row.ts'
import type { Sorted } from './sort-rows.ts'
import type { StagedRecord } from './staged-record.ts'

/** A record of a page that has just landed. Its data is the row's, which may not have been decoded yet; the rest is too. */
export class FreshRecord implements StagedRecord {
  readonly page: PageRef
  readonly ordinal: number
  declare readonly change?: 'delete'
  readonly #row: SourceRow & { readonly failure: null }
  readonly #verdict: Sorted & { readonly kind: 'fresh' }

  constructor(
    page: PageRef,
    ordinal: number,
    row: SourceRow & { readonly failure: null },
    verdict: Sorted & { readonly kind: 'fresh' },
  ) {
    this.page = page
    this.ordinal = ordinal
    if (row.change !== undefined) this.change = row.change
    this.#row = row
    this.#verdict = verdict
  }

  get key(): string {
    return this.#row.identity.key
  }

  get hash(): string {
    return this.#row.identity.hash
  }

  copyHash(to: Buffer, at: number): void {
    copyHash(this.#row.identity, to, at)
  }

  get number(): string | null {
    return this.#row.identity.number
  }

  get attempts(): number {
    return this.#verdict.attempts
  }

  get generation(): number {
    return this.#verdict.generation
  }

  get isKnown(): boolean {
    return this.#verdict.isKnown
  }

  get held(): RecordState | null {
    return this.#verdict.held
  }

  get data(): Data {
    return this.#row.data
  }
}
