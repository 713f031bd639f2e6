export { createAccountRoutes } from './routes.ts'
