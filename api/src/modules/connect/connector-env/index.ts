export { createConnectorEnvRoutes } from './routes.ts'
