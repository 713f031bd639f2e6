import type { RecordStore } from '@sluice/connector-kit'
import type { FailureDetail, RecordState } from '@sluice/contract'
import type { Tx } from '@sluice/db'
import type { OpeningDeps } from '../connection/open-connection.ts'
import type { FindNote, LookupNote, MapProblem, Mapper, ScriptNote } from '../map/index.ts'
import type { RecordPlace } from '../stage/read-originals.ts'
import type { Fault } from './find-faults.ts'
import type { RecordAt, RowsOfGroup } from './find-groups.ts'
import type { ListedRecord } from './read-write-backs.ts'
import type { WrittenBack } from './write-back.ts'

/** Stored records: their evidence, and what a person decides about them. */
export interface Records {
  /** Everything known about one record; null when there is none. */
  readDetail(tenantId: string, strategyId: string, recordId: string): Promise<RecordDetail | null>
  /** What was taken from the target's answers to the records of a list, by record id; those not written have no entry. */
  readWriteBacks(
    tenantId: string,
    strategyId: string,
    records: readonly ListedRecord[],
  ): Promise<ReadonlyMap<string, readonly WrittenBack[]>>
  /** Back to waiting, by the transition table. The caller then requests a run with trigger `retry`. */
  reprocess(tx: Tx, selection: RecordSelection): Promise<Changed>
  ignore(tx: Tx, selection: RecordSelection): Promise<Changed>
  /** A person, or the target itself, says that the write did arrive; `targetKeys` by record id where they are known. */
  confirm(tx: Tx, selection: RecordSelection, targetKeys?: ReadonlyMap<string, string>): Promise<Changed>
  /** What the target says about these records: compared there, nothing is changed. @throws Failure */
  ask(selection: RecordSelection): Promise<readonly AskedRecord[]>
  /** Original texts of records by their place in a page, for export and lists. A lost page gives no entry. */
  readOriginals(tx: Tx, places: readonly RecordPlace[]): Promise<ReadonlyMap<string, string>>
  /** Records of other strategies that are groups with this one among their rows: a few look-ups by key. */
  findGroupsOf(tx: Tx, record: RecordAt): Promise<readonly RecordAt[]>
  /** The first rows that a group is made of; null: it is no group. */
  findRowsOf(tx: Tx, record: RecordAt, limit: number): Promise<RowsOfGroup | null>
  /** The strategy's saved mapping, to map stored records again; close it. @throws Failure */
  openMapper(tx: Tx, strategyId: string): Promise<Mapper>
  /** What the self platform reads: records of the tenant's strategies and its inbox. */
  createStore(tenantId: string): RecordStore
}

export interface RecordSelection {
  readonly tenantId: string
  readonly strategyId: string
  readonly ids: readonly string[]
  /** Who decides; kept with the records. */
  readonly userId?: string | null
}

/** What the target holds of one record. */
export type AskedRecord = { readonly id: string; readonly key: string } & (
  | { readonly answer: 'equal'; readonly targetKey: string | null }
  | { readonly answer: 'different'; readonly fields: readonly string[] }
  | { readonly answer: 'missing' }
  | { readonly answer: 'unclear'; readonly reason: string }
)

export interface Changed {
  readonly changed: number
  readonly refused: readonly { readonly id: string; readonly message: string }[]
}

export interface RecordDetail {
  readonly id: string
  readonly key: string
  readonly number: string | null
  readonly status: RecordState
  readonly attempts: number
  readonly version: number
  readonly errorCode: string | null
  readonly errorMessage: string | null
  readonly targetKey: string | null
  readonly retryAt: string | null
  readonly runId: string
  readonly createdAt: string
  readonly updatedAt: string
  /** Lossless JSON text as staged; null when its page has been cleaned up. */
  readonly original: string | null
  /** Mapped by the version that wrote it; null when that mapping refuses it. */
  readonly mapped: string | null
  readonly mappingProblems: readonly MapProblem[]
  /** Fields that it is in error for; empty where none is known. */
  readonly faults: readonly Fault[]
  /** What was looked up in value maps, in the version that the record's run read. */
  readonly lookups: readonly ExplainedLookup[]
  /** What was looked up in other strategies, as they hold it now. */
  readonly finds: readonly FindNote[]
  /** What the mapping's script changed, of the record and of the target. */
  readonly scripted: readonly ScriptNote[]
  /** What the strategy takes from the target's answer. */
  readonly writeBack: readonly WrittenBack[]
  readonly response: string | null
  /** The group of what it is in error for. */
  readonly errorGroup: string | null
  /** What people corrected, oldest first. `mapped` has those that hold for the content of now. */
  readonly corrections: readonly RecordCorrection[]
  readonly page: {
    readonly id: string
    readonly ordinal: number
    readonly request: string | null
    readonly readAt: string
  }
  readonly source: { readonly connectorId: string; readonly resource: string }
  readonly target: { readonly connectorId: string; readonly resource: string }
  /** Oldest first. A first try that succeeded is made up from the page's result. */
  readonly attemptList: readonly RecordAttempt[]
}

export interface RecordCorrection {
  /** JSON text of a list of changes. */
  readonly changes: string
  /** Made for the content the record has now. */
  readonly isCurrent: boolean
  readonly userName: string | null
  readonly at: string
}

export type ExplainedLookup = Omit<LookupNote, 'lineId'> & {
  readonly mapName: string
  readonly mapVersion: number
  /** The line that answered; null: none, and `policy` says what was done. */
  readonly line: { readonly id: string; readonly a: string; readonly b: string } | null
}

export interface RecordAttempt {
  readonly attempt: number
  readonly runId: string
  readonly status: RecordState
  readonly version: number
  readonly request: string | null
  readonly response: string | null
  readonly failure: FailureDetail | null
  readonly at: string
}

export type RecordDeps = OpeningDeps & { now(): number }
