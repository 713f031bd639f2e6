export { createStrategyMappingRoutes } from './routes.ts'
