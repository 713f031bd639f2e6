export type { MapProblem } from '../stage/map-problem.ts'
export { type CheckMappingOptions, checkMapping } from './check-mapping.ts'
export { compileFilter, type RowFilter } from './compile-filter.ts'
export { compileMapping } from './compile-mapping.ts'
export { showJson } from './explain.ts'
export type { FieldNote, StepNote } from './field-note.ts'
export { findCopies } from './find-copies.ts'
export {
  type FindAnswer,
  type FindRecords,
  type FindWant,
  type Found,
  findWay,
  type LoadedStrategy,
  listFinds,
  recordFields,
} from './find-value.ts'
export { type BoundMapping, type LoadedMap, listLookups } from './lookup-value.ts'
export type { CompileOptions, FindNote, LookupNote, MapLimits, MapOutcome, Mapper } from './map-outcome.ts'
export { siftMapping } from './sift-mapping.ts'
