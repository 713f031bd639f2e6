export { createSsoRoutes } from './routes.ts'
export { createSsoService, type SsoService } from './service.ts'
