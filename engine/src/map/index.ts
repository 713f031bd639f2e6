export type { MapProblem } from '../stage/map-problem.ts'
export { type CheckMappingOptions, checkMapping } from './check-mapping.ts'
export { compileFilter, type RowFilter, valuesOf } from './compile-filter.ts'
export { boundComputing, compileMapping, computingBound } from './compile-mapping.ts'
export { showJson } from './explain.ts'
export type { FieldNote, StepNote } from './field-note.ts'
export type { FindAnswer, FindRecords, FindWant, LoadedStrategy } from './find-answer.ts'
export { findCopies } from './find-copies.ts'
export { findLostKeys } from './find-lost-keys.ts'
export { findWay, recordFields } from './find-value.ts'
export { compileGrouping } from './group-lines.ts'
export {
  type ElsewhereFlow,
  type FlowUse,
  flattenPath,
  flowUses,
  follow,
  groupPaths,
  isTouched,
  isWithin,
  listFlows,
  type StrategyFlows,
  type ValueFlow,
} from './list-flows.ts'
export { listReads, type ReadPlace, readsOf } from './list-reads.ts'
export { listFinds, listLookups } from './list-references.ts'
export { listUnread } from './list-unread.ts'
export type { BoundMapping, LoadedMap } from './lookup-value.ts'
export type {
  CompileOptions,
  FindNote,
  LookupNote,
  MapLimits,
  MapOutcome,
  Mapper,
  RecordScripts,
  RecordScriptTask,
  ScriptNote,
  ScriptOutcome,
} from './map-outcome.ts'
export { toScriptProblem } from './map-scripted.ts'
export { readInTurns } from './read-in-turns.ts'
export { labelOf } from './read-places.ts'
export { Refusal } from './refusal.ts'
export { asksDerived, compileRowsFilter, type RowsFilter } from './rows-filter.ts'
export { siftMapping } from './sift-mapping.ts'
export { joinKeys, valueKey } from './value-key.ts'
