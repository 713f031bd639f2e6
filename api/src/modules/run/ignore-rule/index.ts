export { createIgnoreRuleRoutes } from './routes.ts'
