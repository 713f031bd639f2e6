export { createTotpRoutes } from './routes.ts'
export { createTotpService, type TotpService } from './service.ts'
