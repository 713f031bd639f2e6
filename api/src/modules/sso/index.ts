export { createSsoRoutes } from './routes.ts'
export { createSsoService } from './service.ts'
