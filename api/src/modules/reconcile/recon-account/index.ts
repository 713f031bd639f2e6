export { createReconAccountRoutes } from './routes.ts'
export { type AccountRow, findAccount, lockAccount } from './store.ts'
