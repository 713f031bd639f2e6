export { createAssistantRoutes } from './routes.ts'
