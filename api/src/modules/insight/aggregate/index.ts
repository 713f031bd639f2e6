export { createAggregateRoutes } from './routes.ts'
