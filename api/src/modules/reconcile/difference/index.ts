export { countDifferences } from './line-rows.ts'
export { type AgeRow, listAges, listDays, type OpenDay } from './report-rows.ts'
export { createDifferenceRoutes } from './routes.ts'
