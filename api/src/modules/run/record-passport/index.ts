export { createRecordPassportRoutes } from './routes.ts'
