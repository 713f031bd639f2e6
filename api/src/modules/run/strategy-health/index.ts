export { createStrategyHealthRoutes } from './routes.ts'
