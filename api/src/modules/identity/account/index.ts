export { createAccountRoutes } from './routes.ts'
export { endToken } from './token-routes.ts'
