export { describeBadge, findManifest } from './describe-platform.ts'
export { createPlatformRoutes } from './routes.ts'
