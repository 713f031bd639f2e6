export type { DemoModules, DemoPort, DemoStatus } from './demo-port.ts'
export { createWorkplaceRoutes } from './routes.ts'
