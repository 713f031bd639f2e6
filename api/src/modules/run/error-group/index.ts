export { findRepair } from './find-repair.ts'
export { createErrorGroupRoutes } from './routes.ts'
export { findGroup } from './store.ts'
