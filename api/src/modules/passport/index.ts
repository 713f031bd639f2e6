export { createPassportRoutes } from './routes.ts'
export { createPassportService } from './service.ts'
export { revokeUser } from './store.ts'
