export { createAnalysisRoutes } from './routes.ts'
