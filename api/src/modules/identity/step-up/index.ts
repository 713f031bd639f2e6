export { createStepUpRoutes } from './routes.ts'
