export { describeBadge, findManifest, withOwnPlatforms } from './describe-platform.ts'
export { createPlatformRoutes } from './routes.ts'
export { hasAdapter, readConnectorRules } from './store.ts'
