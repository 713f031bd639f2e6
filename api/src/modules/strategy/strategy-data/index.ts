export { IdSet, readMoved } from './read-moved.ts'
export { createStrategyDataRoutes } from './routes.ts'
export { describeRow, readCursor, readFilter, toCursor, writeCursor } from './search.ts'
export { findStrategyName, isByTime, readMoment, searchRecords } from './store.ts'
