export { createStrategyCopyRoutes } from './routes.ts'
