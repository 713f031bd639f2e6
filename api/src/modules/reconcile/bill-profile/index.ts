export { BillProfile, Headings, ProfileMapping, ProfileName } from './contract.ts'
export { createBillProfileRoutes } from './routes.ts'
export { addVersion, findProfile, findVersion, insertProfile, listForReading } from './store.ts'
