export { createTotpRoutes } from './routes.ts'
export { createTotpService, type TotpService } from './service.ts'
export { readPolicy } from './store.ts'
export { readBase32, stepOf, writeTimeCode } from './time-code.ts'
