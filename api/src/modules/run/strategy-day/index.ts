export { createStrategyDayRoutes } from './routes.ts'
