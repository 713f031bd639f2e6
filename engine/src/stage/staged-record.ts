import type { RowText } from '@sluice/connector-kit'
import type { Data, RecordState, Retirement } from '@sluice/contract'
import type { PageRef } from '../sql/page-rows.ts'
import type { Hashed } from './hash-bytes.ts'

/** A record whose page is durable and that this run has to bring to an end. */
export interface StagedRecord extends Hashed {
  readonly page: PageRef
  readonly ordinal: number
  readonly key: string
  readonly number: string | null
  readonly data: Data
  /** How often the content of this key has changed: part of the key under which the target does it once. */
  readonly generation: number
  /** Tries of this content in earlier runs. */
  readonly attempts: number
  /** A state row exists, or may. */
  readonly isKnown: boolean
  /** Set where the table of states lets no write happen: ignored, or an earlier answer is still lost. */
  readonly held: RecordState | null
  /** The record is gone at the source; `data` is what is known of it. */
  readonly change?: 'delete'
  /** What a person decided about it, where it is a document that no row gives any more. */
  readonly order?: Retirement
}

/** A page that has landed: its place, what is known of each row, and the records to write. */
export interface LandedPage {
  readonly ref: PageRef
  /** page.result so far, one line per ordinal. */
  readonly lines: readonly string[]
  readonly records: readonly StagedRecord[]
  /** The page's rows as text, by ordinal, where the source has them so. */
  readonly rows?: RowText
  /** It shares no key with a page that had landed and not settled before it: it may be written beside those. */
  readonly isApart?: boolean
}
