export { createProcessRoutes } from './routes.ts'
