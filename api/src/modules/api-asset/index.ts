export { createApiAssetRoutes } from './routes.ts'
export { publishVersion } from './service.ts'
