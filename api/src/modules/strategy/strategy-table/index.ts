export { createStrategyTableRoutes } from './routes.ts'
export { listEmbedders } from './share-store.ts'
