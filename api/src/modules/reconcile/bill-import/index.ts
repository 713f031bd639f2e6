export { teachProfile } from './mapping-routes.ts'
export { createBillImportRoutes } from './routes.ts'
export { createImportWorker, type ImportWorker } from './worker.ts'
