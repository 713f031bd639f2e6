export { createStrategyHealthRoutes } from './routes.ts'
export { readWatch } from './store.ts'
