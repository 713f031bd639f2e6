export { createTenantEndRoutes } from './routes.ts'
export { listProofs } from './store.ts'
