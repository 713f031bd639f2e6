export { createCallLogRoutes } from './routes.ts'
export { countCalls, LET_IN, listCalls } from './store.ts'
