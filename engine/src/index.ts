export {
  checkParams,
  deriveManifest,
  inTurns,
  listVariables,
  type Manifest,
  openTurn,
  type Pack,
  readJsonInTurns,
  sayInterface,
  toJsonInTurns,
} from '@sluice/connector-kit'
export { MAX_SHEET_ROWS, writeXlsx, writeZip, type ZipPart } from '@sluice/connector-kit/files'
export { inferAssetFields, readSeenAnswer } from '@sluice/connector-kit/http'
export { type CredentialEnd, findCredentialEnd, type GrantEnd } from './account/credential-end.ts'
export { describeCredentialEnd, noticeCredentials } from './account/notice-credentials.ts'
export { type Trouble, tellTrouble } from './account/tell-trouble.ts'
export {
  compileDrill,
  compileReport,
  needsData,
  type Report,
  type ReportCut,
} from './aggregate/compile-report.ts'
export {
  type KeyValue,
  type MetricValue,
  type ReportDefinition,
  type ReportGroup,
  type ReportRecord,
  type ReportResult,
  type ReportRow,
  reportLimits,
} from './aggregate/report.ts'
export { type Canaries, type CanaryObstacle, findCanaryObstacle } from './canary/canaries.ts'
export { createCanaries } from './canary/create-canaries.ts'
export { createAdapterTokens } from './connection/adapter-tokens.ts'
export type { Connections, NewResource } from './connection/connections.ts'
export { createGrants, type Grants } from './connection/grants.ts'
export type { SampleQuery } from './connection/looks.ts'
export type { MessageOutcome, MessageRequest } from './connection/send-message.ts'
export { createDiscoveries } from './discovery/create-discoveries.ts'
export { type Discoveries, type Discovery, discoveryStates } from './discovery/discoveries.ts'
export { discoveryKind } from './discovery/discovery-rows.ts'
export type { ExportColumn, ExportKind } from './export/export-column.ts'
export { type ParquetRow, readParquet } from './export/read-parquet.ts'
export { type ExportFormat, widenKind, writeExport } from './export/write-export.ts'
export { tidyTallies } from './health/figures.ts'
export { createHealth, type Health, type StrategyHealth } from './health/health.ts'
export {
  findBacklog,
  findErrorRate,
  findFailures,
  findNoGrowth,
  findOffline,
  findSilence,
  findWait,
  type HealthLevel,
  type HealthReason,
  healthLevels,
  thresholds as healthThresholds,
} from './health/judge.ts'
export { type Kept, type Objective, tellFire } from './health/objective.ts'
export { tidyLooks } from './health/objective-rows.ts'
export {
  boundComputing,
  checkMapping,
  compileFilter,
  compileMapping,
  type FieldNote,
  type FindNote,
  type FlowUse,
  flattenPath,
  flowUses,
  follow,
  groupPaths,
  isTouched,
  isWithin,
  labelOf,
  listFinds,
  listFlows,
  listLookups,
  type MapProblem,
  readInTurns,
  type StepNote,
  type StrategyFlows,
  type ValueFlow,
} from './map/index.ts'
export { findUnkeyed } from './record/find-unkeyed.ts'
export type {
  AskedRecord,
  Changed,
  ExplainedLookup,
  RecordAttempt,
  RecordDetail,
  RecordSelection,
  Records,
} from './record/records.ts'
export {
  isSeen,
  type PublishedScope,
  type RowCondition,
  viewNames,
  viewRecord,
} from './record/view-record.ts'
export { rehearsalKind } from './rehearsal/rehearsal-rows.ts'
export {
  type FieldChange,
  type RehearsalKind,
  type RehearsalSummary,
  type Rehearsals,
  rehearsalKinds,
} from './rehearsal/rehearsals.ts'
export { replayKind } from './replay/job-rows.ts'
export type {
  PreviewedRecord,
  PreviewRequest as ReplayPreviewRequest,
  ReplayEffect,
  ReplayRequest,
  ReplaySelection,
  Replays,
} from './replay/replays.ts'
export { type CleanUpCondition, type CleanUpPreview, deletableStates, type StorageJob } from './retention/clean-up.ts'
export { defaultRetention, minimumDays, type Retention } from './retention/policy.ts'
export { storageKind } from './retention/run-job.ts'
export type { Storage } from './retention/storage.ts'
export type { Tidied } from './retention/tidy.ts'
export type { EngineDeps, EngineLimits, EngineLog } from './run/deps.ts'
export { createEngine, type Engine } from './run/engine.ts'
export { type FaultPoint, faultPoints, SimulatedCrash } from './run/fault-points.ts'
export { type BlamedRun, blameRun } from './run/run-scope.ts'
export type { RunRequest, Runs } from './run/runs.ts'
export type { FillWords, Translations } from './run/translate-for.ts'
export { findInactive } from './schedule/active-window.ts'
export type { Waiting, WaitingRun } from './schedule/explain-waiting.ts'
export type { Schedules } from './schedule/schedules.ts'
export { nextSlots } from './schedule/slots.ts'
export { compareWatermarks, isBound, isTime, type RunPlan } from './source/window.ts'
export { TROUBLE as troubleOfAccount } from './sql/account-rows.ts'
export { businessDateOf } from './sql/business-date-rows.ts'
export { groupersSql } from './sql/group-rows.ts'
export { type NewNotice, raiseNotice, settleNotices, tellSetAside } from './sql/notice-rows.ts'
export { markMatched } from './sql/value-map-rows.ts'
export { categorise, normaliseMessage } from './stage/fingerprint.ts'
export { unpackLines } from './stage/page-codec.ts'
export type { RecordPlace } from './stage/read-originals.ts'
export { compilePath } from './stage/read-path.ts'
export { recordKey } from './stage/record-key.ts'
export type {
  BoundRules,
  ChangeEffect,
  CheckPart,
  Guarantee,
  Preview,
  PreviewRequest,
  Strategies,
  Trial,
  TrialRequest,
} from './strategy/strategies.ts'
export { runApart } from './thread/run-apart.ts'
export { Turns } from './thread/turns.ts'
