export { createNoticeRoutes } from './routes.ts'
