import type {
  Adapter,
  AdapterKind,
  AdapterLevel,
  ApiAsset,
  Data,
  FailureDetail,
  ParamValues,
  ReadWindow,
  ScriptLine,
} from '@sluice/contract'

/** A list that would be longer is cut; lists are searched, not read. */
export const maxResources = 50_000

/** What the tenant has written down about interfaces of one platform. */
export interface AssetStore {
  /** The newest version of each that is published. */
  list(): Promise<readonly { readonly resource: string; readonly asset: ApiAsset }[]>
  /** The version that a resource id names, published or not; null when there is none. */
  find(resource: string): Promise<ApiAsset | null>
}

export interface AssetTrialInput {
  /** As of a strategy: values of the asset's parameters. */
  readonly options: ParamValues
  readonly window: ReadWindow | null
  readonly pageSize: number
  /** What an asset that writes is to send. */
  readonly record?: Data
  /** An adapter not yet saved or published, in the place of the one in force. */
  readonly adapter?: AdapterInForce
}

export interface StatementTrialInput {
  /** As of a strategy: values of a query. */
  readonly options: ParamValues
  /** What a statement is run for. */
  readonly record: Data
  readonly limit: number
}

/** Parameters of a connection by the names that adapters use: `param.address`, `app.key`. */
export interface ConnectionParameters {
  readonly values: Readonly<Record<string, string>>
  /** Those among the values that nobody may see. */
  readonly secrets: readonly string[]
}

/** What the tenant has written down about how far systems are spoken to. */
export interface AdapterStore {
  /** The one that the connector's platform names; empty: none. */
  readonly platform: string
  /** The published version; null when there is none. */
  find(id: string): Promise<{ readonly name: string; readonly version: number; readonly doc: Adapter } | null>
  /** The published ones that are a statement. */
  listStatements?(): Promise<readonly { readonly id: string; readonly name: string; readonly doc: Adapter }[]>
}

/** An adapter at work, and who named it. */
export interface AdapterInForce {
  readonly id: string
  readonly name: string
  readonly version: number
  readonly level: AdapterLevel
  readonly doc: Adapter
}

/** What a run goes through, and what its scripts write. */
export interface AdapterNotes {
  /** What the requests or rows of one side go through, when it is opened. */
  adapter(adapter: Omit<AdapterInForce, 'doc'> & { readonly kind: AdapterKind }): void
  log(line: ScriptLine): void
  /** Something failed and is tried again after a pause. */
  tried(failure: FailureDetail, pauseMs: number): void
}

/** What signing in gave, kept sealed and made once for all processes. Absent: the cache of this process alone. */
export interface SharedTokens {
  /** The stored value, unless it has ended or is `stale`; else a made one. One process makes it, the others wait. */
  get(
    key: string,
    stale: string | null,
    make: () => Promise<{ value: string; expiresAtMs: number }>,
    signal?: AbortSignal,
  ): Promise<{ value: string; expiresAtMs: number }>
}
