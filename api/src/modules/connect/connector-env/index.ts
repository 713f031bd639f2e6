export { createConnectorEnvRoutes } from './routes.ts'
export { percentile } from './sum-calls.ts'
