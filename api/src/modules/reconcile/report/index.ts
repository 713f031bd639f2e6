export { createReportRoutes } from './routes.ts'
