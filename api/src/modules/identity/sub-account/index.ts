export { createSubAccountRoutes } from './routes.ts'
