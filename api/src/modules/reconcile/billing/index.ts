export { createLineActions, cutPage, describeSum, readPlace, SUM_WITHIN, sayAmount } from './line-routes.ts'
export { createLineRows } from './line-rows.ts'
export { createBillingRoutes } from './routes.ts'
