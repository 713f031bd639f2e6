export { createAggregateRoutes } from './routes.ts'
export { type AggregateWorker, createAggregateWorker } from './worker.ts'
