export { createDigraphRoutes } from './routes.ts'
export { shareReadings, sightOf } from './share-readings.ts'
