import type { ApplicationRow } from './setting-rows.ts'

export const ASSET_CALL = 'asset-call'

/** What was called, as the log names it; its name is the one it had then. One that is not published to the application is none. */
export function calledAsset(application: ApplicationRow, operation: string, id: string | null) {
  const asset = operation === ASSET_CALL ? application.assets.find(each => each.asset_id === id) : undefined
  return asset ? { id: asset.asset_id, name: asset.name } : null
}
