export { createAggregateRoutes } from './routes.ts'
export { type AggregateWorker, type AggregateWorkerDeps, createAggregateWorker } from './worker.ts'
