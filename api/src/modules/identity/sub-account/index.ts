export { createSubAccountRoutes } from './routes.ts'
export { deleteUser, lockUser } from './store.ts'
