export { createSessionRoutes } from './routes.ts'
