import type { AssetField } from '@sluice/contract'
import type { PublishedScope, RowCondition } from '@sluice/engine'

export interface SecretRow {
  readonly id: string
  readonly sealed: string
  /** base64 of the SHA-256 */
  readonly hash: string
  readonly ends_at: string | null
}

/** Whose bodies are kept: nobody's, those of calls that were not done, all. */
type BodyPolicy = 'off' | 'error' | 'always'

/** Which of an API's versions it is, and how long it answers. */
export interface VersionRow {
  readonly version: number
  /** Else a newer one, or nothing, took its place. */
  readonly is_current: boolean
  readonly deprecated_at: string | null
  /** From then on it answers nothing. */
  readonly sunset_at: string | null
  /** When bodies of its calls are kept; null: the application's. */
  readonly body_policy: BodyPolicy | null
}

export interface ScopeRow extends PublishedScope, VersionRow {
  readonly strategy_id: string
  readonly strategy_name: string
  readonly operations: readonly string[]
  readonly row_filter: readonly RowCondition[]
}

/** A connector's API asset that the application may call. */
export interface AssetRow extends VersionRow {
  readonly asset_id: string
  readonly connector_id: string
  readonly name: string
  /** Of the asset itself. */
  readonly asset_version: number
  readonly request: readonly AssetField[]
  readonly response: readonly AssetField[]
  readonly fields: readonly string[]
  readonly masks: PublishedScope['masks']
}

/** One application as it is set now. */
export interface ApplicationRow {
  readonly tenant_id: string
  readonly id: string
  readonly name: string
  readonly app_key: string
  readonly is_enabled: boolean
  readonly expires_at: string | null
  readonly ip_allow: readonly string[]
  /** Every call shows one of them; none: no call is asked for any. */
  readonly certificates: readonly { readonly fingerprint: string }[]
  /** Beside another proof, or with the key as the only one. */
  readonly certificate_use: 'beside' | 'alone'
  /** Its own limits, else its plan's. */
  readonly plan_name: string | null
  readonly rate_per_minute: number
  readonly burst: number
  readonly quota_per_day: string | null
  readonly quota_per_month: string | null
  readonly concurrency: number | null
  readonly priority: 'high' | 'normal' | 'low'
  readonly token_epoch: number
  readonly body_policy: BodyPolicy
  readonly body_days: number
  /** Value maps that it may look values up in. */
  readonly map_ids: readonly string[]
  readonly secrets: readonly SecretRow[]
  readonly scopes: readonly ScopeRow[]
  readonly assets: readonly AssetRow[]
}
