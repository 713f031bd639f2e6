export { createMappingRoutes } from './routes.ts'
