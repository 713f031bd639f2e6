export { createDigraphRoutes } from './routes.ts'
