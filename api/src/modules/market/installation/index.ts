export { createInstallationRoutes } from './routes.ts'
