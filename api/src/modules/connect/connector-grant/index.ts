export { createConnectorGrantRoutes } from './routes.ts'
