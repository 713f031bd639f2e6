export { createStrategyFollowRoutes } from './routes.ts'
