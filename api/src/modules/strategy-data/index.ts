export { createStrategyDataRoutes } from './routes.ts'
