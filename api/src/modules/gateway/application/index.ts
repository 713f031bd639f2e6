export { createApplicationRoutes } from './routes.ts'
export { tellChange } from './store.ts'
