export { createConfigRoutes } from './routes.ts'
