export { createPlanRoutes } from './routes.ts'
