export { createMappingRoutes } from './routes.ts'
export { listReferences } from './store.ts'
