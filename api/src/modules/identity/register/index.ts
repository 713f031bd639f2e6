export { createRegisterRoutes } from './routes.ts'
