export { createAccessTokenRoutes } from './routes.ts'
