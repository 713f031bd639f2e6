export { createStrategyDebugRoutes } from './routes.ts'
