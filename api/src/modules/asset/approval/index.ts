export { createApprovalRoutes } from './routes.ts'
export { isApprovalRequired, mayPublish, withdrawWish } from './service.ts'
