export { createGateway, type Gateway } from './gateway.ts'
export type { GatewayDeps } from './parts.ts'
