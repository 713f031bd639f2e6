export { resetPassword } from './reset-password.ts'
export { createSystemRoutes } from './routes.ts'
export { verifyLogFile } from './verify-log-file.ts'
