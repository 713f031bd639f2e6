export { reverseVouchers } from './reverse-vouchers.ts'
export { createVoucherRoutes } from './routes.ts'
