export { createStorageRoutes } from './routes.ts'
