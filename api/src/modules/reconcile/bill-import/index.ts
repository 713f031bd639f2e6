export { createBillImportRoutes } from './routes.ts'
export { createImportWorker, type ImportWorker } from './worker.ts'
