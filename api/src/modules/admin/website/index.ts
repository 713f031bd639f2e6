export { changeHost } from './change-host.ts'
export { createWebsiteRoutes, type WebsiteAttributes } from './routes.ts'
