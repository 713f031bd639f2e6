export { createWebsiteRoutes, type WebsiteAttributes } from './routes.ts'
