export { createHealthRoutes, type HealthDeps } from './routes.ts'
