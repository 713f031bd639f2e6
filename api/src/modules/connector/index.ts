export { createConnectorRoutes } from './routes.ts'
export { type ConnectorService, createConnectorService } from './service.ts'
