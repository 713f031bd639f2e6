export type { Caller, SignedIn } from './open-session.ts'
export { createPassportRoutes } from './routes.ts'
export { createPassportService, type PassportService } from './service.ts'
export { revokeUser } from './store.ts'
