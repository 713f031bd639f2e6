export { createSavedFilterRoutes } from './routes.ts'
