export { createStrategyLife, type StrategyLife } from './life.ts'
export { createStrategyRoutes } from './routes.ts'
export { createStrategyService, type StrategyService } from './service.ts'
