import type { Data, FailureDetail, StoredGrouping } from '@sluice/contract'

/** Records of other strategies of the same tenant, for the self platform. */
export interface RecordStore {
  /** Stored records in the order they were staged, after `cursor`. */
  read(
    strategyId: string,
    cursor: string | null,
    limit: number,
  ): Promise<{ readonly records: readonly StoredRecord[]; readonly cursor: string | null }>
  /** Stored records as groups, each a record of its own. Every stored record is looked at before the first page. */
  readGroups(read: {
    readonly strategyId: string
    readonly grouping: StoredGrouping
    readonly onlyFinished: boolean
    readonly cursor: string | null
    /** Rows of a page, unless one group has more. */
    readonly limit: number
  }): AsyncIterable<GroupPage>
  /** Names of the tenant's strategies. */
  list(): Promise<readonly { readonly id: string; readonly name: string }[]>
  /** What was pushed and not yet taken, in the order it came, without the given ids. */
  readInbox(inboxId: string, without: readonly string[], limit: number): Promise<readonly PushedRecord[]>
  countInbox(inboxId: string): Promise<number>
  /** Marks rows as taken: their page is durable. */
  settleInbox(inboxId: string, ids: readonly string[]): Promise<void>
}

export interface GroupPage {
  readonly records: readonly StoredGroup[]
  /** Stored records these groups are made of. */
  readonly rows: number
  /** On the first page of each read. */
  readonly stored?: StoredCount
  /** On the last page of each read. */
  readonly present?: GroupsPresent
  readonly cursor: string | null
}

/** Every group there is, read or not, by the fields that it is grouped by and its `part`. */
export interface GroupsPresent {
  readonly heads: readonly Data[]
  /** Groups and parts that nobody can rule out: stored records that are not written yet belong to them. */
  readonly unsure: readonly Data[]
  /** Stored records of which nobody can say what they belong to, because their data is no longer kept. */
  readonly unreadable: number
}

/** Counted apart from the groups, at the moment when they were made. */
export interface StoredCount {
  /** Stored records that belong to some group. */
  readonly rows: number
  /** Of these, in groups before this page. */
  readonly before: number
}

/** One group as a record, or the reason why it could not become one; `rows`: how many stored records it is made of. */
type StoredGroup = { readonly rows: number } & (
  | { readonly data: Data; readonly failure?: undefined }
  | { readonly data: Data | null; readonly failure: FailureDetail }
)

export interface PushedRecord {
  readonly id: string
  /** JSON text of one record. */
  readonly body: string
}

export interface StoredRecord {
  readonly key: string
  readonly state: number
  readonly data: Data
}
