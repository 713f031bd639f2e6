export { createPortalRoutes } from './routes.ts'
