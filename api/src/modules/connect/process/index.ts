export { changePoolIn } from './change-pool.ts'
export { createProcessRoutes } from './routes.ts'
