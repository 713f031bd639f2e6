// waiver: size: what a connector is, told in one place
import type {
  ApiAsset,
  AssetTrial,
  Catalogues,
  Data,
  FailureDetail,
  FieldSpec,
  PagingFound,
  ParamValues,
  ReadWindow,
  Resource,
  SourceConfig,
  SourceLook,
  Statement,
  StatementTrial,
  TablePlan,
  TargetConfig,
  TargetLook,
  TestStep,
} from '@sluice/contract'
import type {
  AdapterNotes,
  AdapterStore,
  AssetStore,
  AssetTrialInput,
  ConnectionParameters,
  SharedTokens,
  StatementTrialInput,
} from './asset-store.ts'
import type { ChatAnswer, ChatMessage } from './conversation.ts'
import type { Egress } from './egress.ts'
import type { FollowNotice, FollowProgress, FollowRequest, SourceLag, StructureChange } from './follow.ts'
import type { Grant, GrantTerms } from './grant.ts'
import type { Manifest } from './manifest.ts'
import type { GroupsPresent, RecordStore, StoredCount } from './record-store.ts'
import type { RowText, TextColumn } from './row-text/index.ts'
import type { ScriptRunner } from './script.ts'

export type {
  FollowNotice,
  FollowProgress,
  FollowRequest,
  SourceLag,
  StructureChange,
} from './follow.ts'

/** One far system. The folder's default export. */
export interface Connector {
  readonly manifest: Manifest
  /** Its own sentences and words by language: failures, advice, what a test saw. Those of the kit are known already. */
  readonly sentences?: Catalogues
  /**
   * Opens a connection with parameters that already passed the manifest. Drivers are loaded here, not at import.
   * @throws Failure with an advice when the parameters cannot work
   */
  open(params: ParamValues, context: ConnectorContext): Promise<Connection>
  /**
   * Where a person grants access to what these parameters name; null when it signs in otherwise. Present where that is
   * possible. @throws Failure when the parameters cannot work
   */
  readGrant?(params: ParamValues): GrantTerms | null
  /**
   * Whether reading so may change the external system: what is sent, or run there, is written by whoever made the options.
   * Absent: no options do. Where somebody else wrote them, as a package not yet installed, such a source is not read.
   */
  mayChange?(config: Pick<SourceConfig, 'resource' | 'options'>): boolean
}

/** What the host lends a connector. Everything outside the process goes through it. */
export interface ConnectorContext {
  readonly tenantId: string
  /** Every byte to another machine: HTTP and raw sockets, addresses checked. */
  readonly egress: Egress
  readonly files: FileStore
  readonly records: RecordStore
  /** Absent in tests of a connector alone. */
  readonly lines?: LineStore
  /** Absent in tests of a connector alone. */
  readonly vouchers?: VoucherStore
  /** Milliseconds since the epoch. */
  now(): number
  /** [0, 1) */
  random(): number
  /** Waits before another try; rejects when aborted. Absent: real time. */
  sleep?(ms: number, signal?: AbortSignal): Promise<void>
  /** Short-lived values shared by all runs of one connector (access tokens). Kept per tenant, connector and environment. */
  readonly cache: TokenCache
  /** The account at the far system. Present inside the product; absent in tests of a connector alone. */
  readonly account?: Account
  /** Access that a person granted. Absent in tests of a connector alone, and for parameters not yet saved. */
  readonly grant?: Grant
  /** API assets of the tenant for the platform of this connector. Absent in tests of a connector alone. */
  readonly assets?: AssetStore
  /** Adapters of the tenant. Absent in tests, as above. */
  readonly adapters?: AdapterStore
  /** What adapters may name, where the platform says it otherwise than by its own parameters. */
  readonly parameters?: ConnectionParameters
  readonly tokens?: SharedTokens
  /** Runs scripts of adapters. Absent in tests, as above. */
  readonly scripts?: ScriptRunner
  /** Told what a run goes through and what scripts write; absent where nobody keeps it. */
  readonly notes?: AdapterNotes
}

/**
 * The account at a far system: one budget of requests for everything that uses it, in all processes, and one switch
 * that cuts it off while the far system keeps failing.
 */
export interface Account {
  /** From now on this connection calls `run` once per request. Without it the host counts each page read and each batch written as one. */
  meterRequests(): void
  /**
   * Waits for the account's turn and works. `judge` reads an answer that is not thrown.
   * @throws Failure `account.paused` | `account.open` (retry later) instead of working, when the wait would be long
   */
  run<T>(work: () => Promise<T>, signal?: AbortSignal, judge?: (answer: T) => AccountVerdict): Promise<T>
}

export interface AccountVerdict {
  /** false: the far system is in trouble; several in a row cut it off for a while. */
  readonly isUp: boolean
  /** HTTP status of an answer that says so. */
  readonly status?: number
  /** The far system asks everybody to wait this long (Retry-After). */
  readonly pauseMs?: number
}

export interface TokenCache {
  /** The cached value, or the made one; concurrent callers share one `make`. */
  get(key: string, make: () => Promise<{ value: string; expiresAtMs: number }>): Promise<string>
  /** Forget a value that the far system refused. */
  drop(key: string, value: string): void
}

/** Files of a tenant: uploads by id, and directories an operator has opened to it. */
export interface FileStore {
  /** @throws Failure `file.missing` */
  find(id: string): Promise<{ readonly path: string; readonly name: string; readonly sizeBytes: number }>
  /** Absolute path of a directory the operator has opened. @throws Failure `file.directory` naming the setting */
  resolveDirectory(path: string): Promise<string>
  /** A place to write a new file of the tenant; visible only after `commit`. */
  create(
    name: string,
  ): Promise<{ readonly path: string; commit(): Promise<{ readonly id: string }>; discard(): Promise<void> }>
}

/** An open connection. Used by one run or one request at a time, then closed. */
export interface Connection {
  /**
   * Itemised test: yields each step as it ends and stops after the first failed one. Never throws. The step that signs
   * in or looks at permissions may tell in `rights` what the credential may and may not do.
   */
  test(): AsyncIterable<TestStep>
  /** Resources by name, without fields where asking is dear. At most `maxResources`. */
  discover(): Promise<readonly Resource[]>
  /**
   * The same list in parts of at most `limit`, ascending: what comes behind `after`, null from the start. Present where the
   * far system can go on from a place; then neither side ever holds the whole list.
   */
  discoverPart?(after: string | null, limit: number): Promise<ResourcePart>
  /** One resource with its fields and key. `role` says whose options these are; absent: the source's. @throws Failure `resource.missing` naming it */
  describe(resourceId: string, options: ParamValues, role?: 'source' | 'target'): Promise<Resource>
  /** The table that `createResource` would make, with what its columns do not keep. Present where tables can be made. */
  planResource?(name: string, fields: readonly FieldSpec[], key: readonly string[]): Promise<TablePlan>
  /**
   * Makes a table for fields read elsewhere and answers with its resource id. Present where tables can be made.
   * @throws Failure `resource.exists` when there is one of that name
   */
  createResource?(name: string, fields: readonly FieldSpec[], key: readonly string[]): Promise<string>
  /** One request as an API asset describes it, saved or not. Present where the platform takes API assets. */
  tryAsset?(asset: ApiAsset, input: AssetTrialInput, signal: AbortSignal): Promise<AssetTrial>
  /** A statement once, saved or not: rows of a query; what a statement would change, taken back at once. */
  tryStatement?(statement: Statement, input: StatementTrialInput, signal: AbortSignal): Promise<StatementTrial>
  /** The next word in a conversation. Present where the manifest says `converses`. Asks once: every try costs. */
  converse?(messages: readonly ChatMessage[], signal: AbortSignal): Promise<ChatAnswer>
  /**
   * Up to `limit` records to look at, such that nothing changes at the external system: none of them counts as delivered
   * there, no place moves, nothing is made. Present where `openSource` and reading do change something.
   * @throws Failure `sample.changes` where no such look is possible
   */
  sample?(config: SourceConfig, limit: number): Promise<readonly SourceRecord[]>
  /**
   * One page as it was answered, and the settings that it suggests, for people who set up a source. Present where there are
   * such settings. A refusal is a finding. null: this source is not set up so.
   */
  look?(config: SourceConfig, limit: number, signal: AbortSignal): Promise<SourceLook | null>
  /**
   * How these records would be sent, how an answer that somebody has is read, and the settings that it suggests, for people
   * who set up a target. Nothing is sent. null: this target is not set up so.
   */
  lookAtTarget?(
    config: Pick<TargetConfig, 'resource' | 'options'>,
    records: readonly Data[],
    seen: SeenAnswer | null,
  ): Promise<TargetLook | null>
  /** A text without what this connection keeps secret, for people who look at records: who is asked may tell what it was sent. */
  hide?(text: string): string
  /** Finds by asking how the source gives its pages. @throws Failure where its first page can't be read */
  inferPaging?(config: SourceConfig, signal: AbortSignal): Promise<PagingFound>
  /** Present when the connector can be a source. */
  openSource?(config: SourceConfig): Promise<Source>
  /** Present when the connector can be a target. */
  openTarget?(config: TargetConfig): Promise<Target>
  /**
   * A place beside the target for a whole new set of rows. Present where the exchange is atomic for readers. `id` names
   * the run: opened again with the same id it starts anew, and what earlier ids left behind is taken away.
   * @throws Failure `target.replace` with the reason why this resource cannot be replaced
   */
  openReplacement?(config: TargetConfig, id: string): Promise<Replacement>
  close(): Promise<void>
}

/** An answer that somebody has, from a log or a manual. Names of headers are in lower case. */
export interface SeenAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

export interface ResourcePart {
  readonly resources: readonly Resource[]
  /** Where the next part begins; null: there is none. */
  readonly next: string | null
}

export interface Source {
  /**
   * The value of the increment field no record of one snapshot exceeds, in the source's own text; null when there are
   * no records. The upper bound of a window. Absent where the far system cannot say: the engine uses the clock.
   */
  readHighWater?(field: string): Promise<string | null>
  /** Records without a value in the increment field, counted up to `most`: no window holds them. Absent: it cannot say. */
  countUntimed?(field: string, most: number): Promise<number>
  /**
   * One name for each version of a file that is here now. Present where increments go by the times of files, which do not
   * say when a file came here: a moved file keeps its old time.
   */
  listVersions?(): Promise<readonly string[]>
  /** Pages from `cursor` (null = start) on, each when it is asked for. A broken answer throws: it is never "no more data". */
  read(request: ReadRequest): AsyncIterable<SourcePage>
  /** Windows may be of any field, not of the increment field alone: records can be read by their key. */
  readonly seeks?: boolean
  /**
   * Records are messages about their keys, so one read may hold several of a key, and the last counts. Absent: each
   * record comes once in a read, and two under one key are not the same record.
   */
  readonly tellsVersions?: boolean
  /** Between two runs the far system keeps what is to be read, as long as it likes: asks when it was last read to its end. */
  readonly asksLastRead?: boolean
  /** The far system keeps a list of this source's fields, and `describe` reads just that. */
  readonly hasCatalogue?: boolean
  /** No record comes twice in one read, whatever changes meanwhile: two equal ones are two. */
  readonly listsOnce?: boolean
  /** How many records a window holds now; null where the far system cannot say. */
  count?(window: ReadWindow | null): Promise<number | null>
  /**
   * Changes as they come, from `cursor` on; null = the beginning, with a snapshot first where the far system has one.
   * Yields a page when it is full or `maxWaitMs` after its first record; ends only when aborted. Present where the far
   * system can be followed.
   */
  follow?(request: FollowRequest): AsyncIterable<SourcePage>
  /** Everything up to `cursor` is durable here: the far system may forget it. Called in order, after the commit. */
  acknowledge?(cursor: string): Promise<void>
  /** How far a reader is behind the newest change of the far system. `cursor`: where it goes on. */
  readLag?(reader: string, cursor: string | null): Promise<SourceLag>
  /** Removes what the far system keeps for a reader (slot, publication, queue). Nothing there: done. */
  forget?(reader: string): Promise<void>
  /** Rights and settings that following needs, each as one step. Never throws. */
  checkFollow?(): AsyncIterable<TestStep>
  close(): Promise<void>
}

export interface ReadRequest {
  readonly cursor: string | null
  /** Inclusive bounds; null = read everything. */
  readonly window: ReadWindow | null
  /** Also what has no value in the window's field. Asked of sources alone that count it. */
  readonly untimed?: boolean
  /** Versions of files that are known: others are read too where their time is before the window. */
  readonly seen?: ReadonlySet<string>
  /** Records per page wanted; a far system may give fewer. */
  readonly pageSize: number
  readonly signal: AbortSignal
  /** When an earlier run read this source to its end; told to a source that asks. */
  readonly lastRead?: string
  /** The strategy that a run reads for. Absent where somebody only looks: then nothing may change at the source. */
  readonly strategyId?: string
  /** Only these fields are needed; a source may give more. Absent: all. */
  readonly fields?: readonly string[]
}

export interface SourcePage {
  readonly records: readonly SourceRecord[]
  /** The same records as text, where the source has them so: then `records` are made only when they are asked for. */
  readonly rows?: RowText
  /** Where to go on after this page, text of the source's own making. null after the last page; never while following. */
  readonly cursor: string | null
  /** Where a followed source is; the last word stays until the next. */
  readonly progress?: FollowProgress
  /** What people should know, for the run's log: columns that came or went, files that were left out. */
  readonly notices?: readonly FollowNotice[]
  /** What became of a followed object before the records of this page, and after those of the page before. */
  readonly structure?: StructureChange
  /** The answer as it came, where records are parsed from one (HTTP body, file block). */
  readonly raw?: Uint8Array
  /** What was asked: `GET https://…?page=3`, `select …`. Shown as evidence; without secrets. */
  readonly request?: string
  /** On the first page of each read of stored records as groups: what the books of the run are held against. */
  readonly stored?: StoredCount
  /** On the last page of such a read: all groups there are, so that those that are gone can be told. */
  readonly present?: GroupsPresent
}

/** A record, or the reason why this row could not become one. */
export type SourceRecord =
  | {
      readonly data: Data
      readonly failure?: undefined
      /** `delete`: the far record is gone; `data` holds at least its key fields. Absent: it is as `data` says. */
      readonly change?: 'delete'
      /** How many stored records it is made of, where it is a group of them. */
      readonly rows?: number
      /** The file it came in, where one read goes through several: a later file may hold newer versions of a key. */
      readonly part?: string
    }
  | { readonly data: Data | null; readonly failure: FailureDetail; readonly rows?: number }

/**
 * What a target can promise about a write whose answer was lost. Shown to users.
 * - transaction: the rows and our checkpoint commit together;
 * - upsert: writing the same row twice changes nothing;
 * - idempotencyKey: the far system refuses to do one key twice;
 * - none: a repeat may double, so an unanswered write goes to `unknown`.
 */
export type WriteGuarantee = 'transaction' | 'upsert' | 'idempotencyKey' | 'none'

export interface Target {
  readonly guarantee: WriteGuarantee
  /** It is asked how many rows it took, so what it left out without an error is not called written. */
  readonly isCounted?: boolean
  /** What `find` says is true as soon as `write` has answered, and costs little: the first rows of a version are read back. */
  readonly findsAtOnce?: boolean
  /** Takes records whose `change` is `delete`. A row already gone is `skipped`, never `failed`. */
  readonly canDelete?: boolean
  /** The fields that identify a row here, where the target knows them. */
  readonly key?: readonly string[]
  /**
   * How rows of such columns could be written without being looked at: `fields` says which column (by place) each target
   * field is. null where a value might have to be changed or refused. Present where the target takes text.
   */
  planText?(columns: readonly TextColumn[], fields: readonly TextField[]): TextWriter | null
  /**
   * Writes the batch and answers once per record, in order.
   * A failure of one record is an outcome; a thrown Failure is about the whole batch and says whether to try again.
   */
  write(batch: readonly TargetRecord[], signal: AbortSignal, confirm?: Confirm): Promise<readonly WriteOutcome[]>
  /** Which of these are there already, one answer per record, in order. Reads only. Present where it can be asked. */
  find?(records: readonly TargetRecord[], signal: AbortSignal): Promise<readonly FoundRow[]>
  close(): Promise<void>
}

/** What a target says about a record that may have arrived. */
export type FoundRow =
  /** A row of this key holds the same data. */
  | { readonly kind: 'equal'; readonly targetKey?: string }
  /** A row of this key holds other data; `fields` names some of them, `held` says what they hold where that was read. */
  | { readonly kind: 'different'; readonly fields: readonly string[]; readonly held?: Record<string, string | null> }
  | { readonly kind: 'missing' }
  /** The target cannot say, and why. */
  | { readonly kind: 'unclear'; readonly reason: string }

/** A whole new set of rows, written beside the old one. Readers see the old set until `swap`, then the new one. */
export interface Replacement extends Target {
  /**
   * Exchanges the sets in one step when the new one holds exactly `count` rows. The answer to a lost exchange is a
   * failure with `retry: 'later'`; either set is whole then. @throws Failure `target.count` and nothing has changed
   */
  swap(count: number): Promise<void>
  /** Takes the new set away. */
  discard(): Promise<void>
}

/** A target field that is a column of the source, unchanged. */
export interface TextField {
  readonly field: string
  /** Place among the columns. */
  readonly from: number
}

export interface TextWriter {
  /**
   * Writes all of the rows, exactly as `write` would, or none. false: none, and `write` will say which of them is
   * refused and why. A thrown Failure is about the whole batch, as with `write`.
   */
  write(rows: RowText, signal: AbortSignal, confirm?: Confirm): Promise<boolean>
  /** Writes that may be under way together, of rows whose keys differ. Default 1. */
  readonly atOnce?: number
}

/**
 * Asked as late as can be before an effect: by a target with transactions while it holds the rows, before each commit;
 * elsewhere before each request. Costs nothing while the run is surely ours. @throws when another holder has the run
 * (this process stood still); then nothing more must take effect.
 */
export type Confirm = () => Promise<void>

export interface TargetRecord {
  readonly data: Data
  /** `delete`: remove the row with this key; `data` holds the key fields. Given only to a target that `canDelete`. */
  readonly change?: 'delete'
  /** Same write, same key, over all attempts; another content of a record has another, also when it comes back. */
  readonly idempotencyKey: string
  /** Which record it is made of; absent: none that is kept. */
  readonly origin?: RecordOrigin
}

export interface RecordOrigin {
  readonly strategyId: string
  /** The record's key within its strategy. */
  readonly key: string
}

/** Code of an unknown outcome: the answer came, and does not tell the records apart. Nothing more is sent after it. */
export const ROWS_UNTOLD = 'target.rowsUntold'

export type WriteOutcome =
  /** `response` is kept as evidence, at most 64 KiB. */
  | { readonly kind: 'written'; readonly response?: string; readonly targetKey?: string }
  | { readonly kind: 'skipped'; readonly reason: string; readonly response?: string }
  | { readonly kind: 'failed'; readonly failure: FailureDetail; readonly response?: string }
  /** Sent, answer lost. */
  | { readonly kind: 'unknown'; readonly failure: FailureDetail }

/** A: what platforms say was paid. B: what the own documents say should be. */
export type LineSide = 'a' | 'b'

/** Lines of the tenant's reconciliation, for the self platform. */
export interface LineStore {
  /**
   * Takes records as lines of a side, each replacing the one that the same record gave before. One outcome a record, in
   * order; those that are taken are taken together.
   */
  push(side: LineSide, batch: readonly TargetRecord[], confirm?: Confirm): Promise<readonly WriteOutcome[]>
  /** Whether the lines of these records are there, and say the same. */
  find(side: LineSide, records: readonly TargetRecord[]): Promise<readonly FoundRow[]>
}

/** Voucher drafts of the tenant's reconciliation, for the self platform. */
export interface VoucherStore {
  /**
   * Vouchers that no ledger has yet, in the order of their ids, behind one of them. Each is the strategy's from now on: nothing takes its
   * place, no other strategy is given it, and this one is given it again until its number is known or a person gives it back.
   */
  take(
    strategyId: string,
    after: string | null,
    limit: number,
  ): Promise<{ readonly records: readonly Data[]; readonly cursor: string | null }>
  /** The first that wait, to look at; nothing becomes of them. */
  peek(limit: number): Promise<readonly Data[]>
  /** Keeps under which number the ledger has each; another number than the one that is known is refused. */
  post(batch: readonly TargetRecord[], confirm?: Confirm): Promise<readonly WriteOutcome[]>
}
