export { createPeriodRoutes } from './routes.ts'
