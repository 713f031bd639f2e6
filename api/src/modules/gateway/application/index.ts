export { createApplicationRoutes } from './routes.ts'
