import { Refusal } from './refusal.ts'
import type { ApplicationRow, AssetRow, ScopeRow, VersionRow } from './setting-rows.ts'

/** An API's address without a version means its first, for ever: what an address answers changes for nobody. */
const FIRST = 1

/** Of `v2` in a path; NaN: no version is named so. */
export function readVersion(text: string | undefined): number {
  if (text === undefined) return FIRST
  return /^v(?:[2-9]|[1-9]\d{1,5})$/.test(text) ? Number(text.slice(1)) : Number.NaN
}

/** What follows the API's own address. */
export const pathOfVersion = (version: number): string => (version === FIRST ? '' : `/v${version}`)

export const findScopeOf = (
  { scopes }: ApplicationRow,
  strategyId: string | null,
  version: number,
): ScopeRow | undefined => scopes.find(each => each.strategy_id === strategyId && each.version === version)

export const findAssetOf = (
  { assets }: ApplicationRow,
  assetId: string | null,
  version: number,
): AssetRow | undefined => assets.find(each => each.asset_id === assetId && each.version === version)

/** Deprecation of RFC 9745, Sunset of RFC 8594, and where the newer one is. */
export function writeVersionHeaders(
  { deprecated_at: deprecated, sunset_at: sunset, is_current: isCurrent }: VersionRow,
  successor: string | null,
): Record<string, string> {
  return {
    ...(deprecated !== null && { deprecation: `@${Math.floor(Date.parse(deprecated) / 1000)}` }),
    ...(sunset !== null && { sunset: new Date(sunset).toUTCString() }),
    ...(!isCurrent && successor !== null && { link: `<${successor}>; rel="successor-version"` }),
  }
}

export const isAlive = ({ sunset_at: sunset }: VersionRow, nowMs: number): boolean =>
  sunset === null || Date.parse(sunset) > nowMs

/** @throws Refusal of a version whose time is over */
export function requireAlive<Row extends VersionRow>(row: Row, nowMs: number): Row {
  if (row.sunset_at !== null && !isAlive(row, nowMs))
    throw new Refusal('gone', 'sunset', { value: new Date(row.sunset_at).toISOString() })
  return row
}
