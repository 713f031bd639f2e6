export { createStrategyFollowRoutes, readLag } from './routes.ts'
