export { createPushRoutes } from './routes.ts'
export { createPushService } from './service.ts'
