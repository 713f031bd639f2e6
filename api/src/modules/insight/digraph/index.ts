export { createDigraphRoutes } from './routes.ts'
export { shareReadings } from './share-readings.ts'
