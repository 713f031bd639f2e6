export { createVoucherRoutes } from './routes.ts'
