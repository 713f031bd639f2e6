export { createLineageRoutes } from './routes.ts'
