export { createMarketSourceRoutes } from './routes.ts'
