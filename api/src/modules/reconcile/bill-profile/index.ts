export type { ProfileMapping } from './contract.ts'
export { createBillProfileRoutes } from './routes.ts'
export { addVersion, findVersion, insertProfile, listForReading } from './store.ts'
