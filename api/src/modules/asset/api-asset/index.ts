export { createApiAssetRoutes } from './routes.ts'
export { type AssetDeps, createAsset, publishVersion } from './service.ts'
export { findDoc } from './store.ts'
