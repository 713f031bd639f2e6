export type { DeliveredMap, DeliveredTemplate } from './delivered.ts'
export { createStrategyTemplateRoutes } from './routes.ts'
