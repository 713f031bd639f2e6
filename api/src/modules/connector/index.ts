export { createConnectorRoutes } from './routes.ts'
export { maskParams, sealParams } from './secrets.ts'
export { type ConnectorService, checkConnectorValues, createConnectorService, describeStep } from './service.ts'
export { recordVersion } from './store.ts'
