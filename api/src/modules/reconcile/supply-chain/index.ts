export { createSupplyChainRoutes } from './routes.ts'
