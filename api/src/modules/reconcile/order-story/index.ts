export { createOrderStoryRoutes } from './routes.ts'
