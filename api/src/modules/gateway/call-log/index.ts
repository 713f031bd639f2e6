export { createCallLogRoutes } from './routes.ts'
export { countCalls, listCalls } from './store.ts'
