export { createCallLogRoutes } from './routes.ts'
