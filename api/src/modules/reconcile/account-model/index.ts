export { createAccountModelRoutes } from './routes.ts'
export { findConfig } from './store.ts'
