export { createErrorGroupRoutes } from './routes.ts'
export { findGroup } from './store.ts'
