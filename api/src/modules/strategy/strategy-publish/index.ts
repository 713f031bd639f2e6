export { createStrategyPublishRoutes } from './routes.ts'
