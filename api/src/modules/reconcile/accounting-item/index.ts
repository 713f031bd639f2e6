export { createAccountingItemRoutes } from './routes.ts'
export { classifyLines, findItem } from './store.ts'
