export { createStrategyActRoutes } from './routes.ts'
