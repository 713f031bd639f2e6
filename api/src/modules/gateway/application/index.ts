export { CALLS, READS } from './rights.ts'
export { createApplicationRoutes, createWithoutSecret } from './routes.ts'
export { tellChange } from './store.ts'
