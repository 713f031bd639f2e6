export { createTenantEndRoutes } from './routes.ts'
export { listProofs } from './store.ts'
export { writeRowSql } from './tenant-tables.ts'
