export { percentOf } from './book.ts'
export { median } from './find-anomalies.ts'
export { createAnalysisRoutes } from './routes.ts'
