export { createStrategyLogRoutes } from './routes.ts'
