export { createCatalogueRoutes } from './routes.ts'
