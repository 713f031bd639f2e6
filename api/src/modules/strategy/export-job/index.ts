export { recordHeadings } from './export-columns.ts'
export { createExportJobRoutes } from './routes.ts'
export { createExportWorker, type ExportWorker, type ExportWorkerDeps } from './worker.ts'
