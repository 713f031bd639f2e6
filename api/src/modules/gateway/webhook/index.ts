export { createWebhookRoutes } from './routes.ts'
