import type {
  Data,
  FailureDetail,
  FieldSpec,
  ParamValues,
  ReadWindow,
  Resource,
  Sentences,
  SourceConfig,
  TargetConfig,
  TestStep,
} from '@sluice/contract'
import type { Egress } from './egress.ts'
import type { Manifest } from './manifest.ts'

/** One far system. The folder's default export. */
export interface Connector {
  readonly manifest: Manifest
  /** Its own sentences in Chinese: failures, advice, what a test saw. Those of the kit are known already. */
  readonly sentences?: Sentences
  /**
   * Opens a connection with parameters that already passed the manifest. Drivers are loaded here, not at import.
   * @throws Failure with an advice when the parameters cannot work
   */
  open(params: ParamValues, context: ConnectorContext): Promise<Connection>
}

/** What the host lends a connector. Everything outside the process goes through it. */
export interface ConnectorContext {
  readonly tenantId: string
  /** Every byte to another machine: HTTP and raw sockets, addresses checked. */
  readonly egress: Egress
  readonly files: FileStore
  readonly records: RecordStore
  /** Milliseconds since the epoch. */
  now(): number
  /** [0, 1) */
  random(): number
  /** Waits before another try; rejects when aborted. Absent: real time. */
  sleep?(ms: number, signal?: AbortSignal): Promise<void>
  /** Short-lived values shared by all runs of one connector (access tokens). Kept per tenant and connector. */
  readonly cache: TokenCache
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

/** Records of other strategies of the same tenant, for the self platform. */
export interface RecordStore {
  /** Stored records in the order they were staged, after `cursor`. */
  read(
    strategyId: string,
    cursor: string | null,
    limit: number,
  ): Promise<{ readonly records: readonly StoredRecord[]; readonly cursor: string | null }>
  /** Names of the tenant's strategies. */
  list(): Promise<readonly { readonly id: string; readonly name: string }[]>
  /** Records pushed to a passive strategy and not yet taken, after `cursor`. */
  readInbox(
    inboxId: string,
    cursor: string | null,
    limit: number,
  ): Promise<{ readonly records: readonly StoredRecord[]; readonly cursor: string | null }>
}
export interface StoredRecord {
  readonly key: string
  readonly state: number
  readonly data: Data
}

/** An open connection. Used by one run or one request at a time, then closed. */
export interface Connection {
  /** Itemised test: yields each step as it ends and stops after the first failed one. Never throws. */
  test(): AsyncIterable<TestStep>
  /** Resources by name, without fields where asking is dear. At most 5000. */
  discover(): Promise<readonly Resource[]>
  /** One resource with its fields and key. @throws Failure `resource.missing` naming it */
  describe(resourceId: string, options: ParamValues): Promise<Resource>
  /**
   * Makes a table for fields read elsewhere and answers with its resource id. Present where tables can be made.
   * @throws Failure `resource.exists` when there is one of that name
   */
  createResource?(name: string, fields: readonly FieldSpec[], key: readonly string[]): Promise<string>
  /** Present when the connector can be a source. */
  openSource?(config: SourceConfig): Promise<Source>
  /** Present when the connector can be a target. */
  openTarget?(config: TargetConfig): Promise<Target>
  close(): Promise<void>
}

export interface Source {
  /**
   * The value of the increment field no record of one snapshot exceeds, in the source's own text; null when there are
   * no records. The upper bound of a window. Absent where the far system cannot say: the engine uses the clock.
   */
  readHighWater?(field: string): Promise<string | null>
  /**
   * Pages from `cursor` (null = start) on. Asks for the next page only when the reader asks for it.
   * A broken answer throws: it is never "no more data".
   */
  read(request: ReadRequest): AsyncIterable<SourcePage>
  close(): Promise<void>
}

export interface ReadRequest {
  readonly cursor: string | null
  /** Inclusive bounds; null = read everything. */
  readonly window: ReadWindow | null
  /** Records per page wanted; a far system may give fewer. */
  readonly pageSize: number
  readonly signal: AbortSignal
}

export interface SourcePage {
  readonly records: readonly SourceRecord[]
  /** Where to go on after this page, text of the source's own making. null after the last page. */
  readonly cursor: string | null
  /** The answer as it came, where records are parsed from one (HTTP body, file block). */
  readonly raw?: Uint8Array
  /** What was asked: `GET https://…?page=3`, `select …`. Shown as evidence; without secrets. */
  readonly request?: string
}

/** A record, or the reason why this row could not become one. */
export type SourceRecord =
  | { readonly data: Data; readonly failure?: undefined }
  | { readonly data: Data | null; readonly failure: FailureDetail }

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
  /**
   * Writes the batch and answers once per record, in order.
   * A failure of one record is an outcome; a thrown Failure is about the whole batch and says whether to try again.
   */
  write(batch: readonly TargetRecord[], signal: AbortSignal): Promise<readonly WriteOutcome[]>
  close(): Promise<void>
}

export interface TargetRecord {
  readonly data: Data
  /** Same record, same key, over all attempts: `strategy:key:hash`. */
  readonly idempotencyKey: string
}

export type WriteOutcome =
  /** `response` is kept as evidence, at most 64 KiB. */
  | { readonly kind: 'written'; readonly response?: string; readonly targetKey?: string }
  | { readonly kind: 'skipped'; readonly reason: string; readonly response?: string }
  | { readonly kind: 'failed'; readonly failure: FailureDetail; readonly response?: string }
  /** Sent, answer lost. */
  | { readonly kind: 'unknown'; readonly failure: FailureDetail }
