export { createAccountModelRoutes } from './routes.ts'
