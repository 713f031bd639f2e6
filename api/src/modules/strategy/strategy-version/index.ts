export { createStrategyVersionRoutes } from './routes.ts'
