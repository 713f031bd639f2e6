export { checkPassword } from './check-password.ts'
export { createSystemRoutes, RESET_PERMISSION } from './routes.ts'
