export { createCallLogRoutes } from './routes.ts'
export { type CallFilter, countCalls, listCalls } from './store.ts'
