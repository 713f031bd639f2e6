export { type ApplicationFacts, describeApplication } from './describe.ts'
export { createGateway, type Gateway } from './gateway.ts'
export type { GatewayDeps } from './parts.ts'
