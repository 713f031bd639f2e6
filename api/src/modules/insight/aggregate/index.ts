export { createAggregateRoutes } from './routes.ts'
export { changeShared, removeShared } from './service.ts'
