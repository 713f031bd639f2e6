export { createPersonDataRoutes } from './routes.ts'
