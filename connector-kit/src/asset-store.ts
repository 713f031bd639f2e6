import type { Adapter, AdapterLevel, ApiAsset, Data, ParamValues, ReadWindow } from '@sluice/contract'

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
}

/** An adapter at work, and who named it. */
export interface AdapterInForce {
  readonly id: string
  readonly name: string
  readonly version: number
  readonly level: AdapterLevel
  readonly doc: Adapter
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
