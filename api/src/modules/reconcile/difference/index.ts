export { createDifferenceRoutes } from './routes.ts'
