export { createMonitorRoutes } from './routes.ts'
