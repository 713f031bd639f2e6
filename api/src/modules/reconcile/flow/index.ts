export { createFlowRoutes } from './routes.ts'
