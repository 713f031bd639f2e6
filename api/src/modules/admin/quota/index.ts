export { createQuotaRoutes } from './routes.ts'
