export { createAdapterRoutes } from './routes.ts'
export { publishVersion } from './service.ts'
