export { checkParams, deriveManifest, listVariables, type Pack, sayInterface } from '@sluice/connector-kit'
export { inferAssetFields } from '@sluice/connector-kit/http'
export { type CredentialEnd, findCredentialEnd, type GrantEnd } from './account/credential-end.ts'
export { noticeCredentials } from './account/notice-credentials.ts'
export { createAdapterTokens } from './connection/adapter-tokens.ts'
export type { Connections, NewResource, SampleQuery } from './connection/connections.ts'
export { createGrants, type Grants } from './connection/grants.ts'
export { checkMapping, compileFilter, compileMapping, type MapProblem } from './map/index.ts'
export type {
  AskedRecord,
  Changed,
  ExplainedLookup,
  RecordAttempt,
  RecordDetail,
  RecordSelection,
  Records,
} from './record/records.ts'
export { type CleanUpCondition, type CleanUpPreview, deletableStates, type StorageJob } from './retention/clean-up.ts'
export { defaultRetention, minimumDays, type Retention } from './retention/policy.ts'
export type { Storage } from './retention/storage.ts'
export type { Tidied } from './retention/tidy.ts'
export type { EngineDeps, EngineLimits, EngineLog } from './run/deps.ts'
export { createEngine, type Engine } from './run/engine.ts'
export { type FaultPoint, faultPoints, SimulatedCrash } from './run/fault-points.ts'
export type { RunRequest, Runs } from './run/runs.ts'
export type { FillWords, Translations } from './run/translate-for.ts'
export type { Waiting, WaitingRun } from './schedule/explain-waiting.ts'
export type { Schedules } from './schedule/schedules.ts'
export { compareWatermarks, type RunPlan } from './source/window.ts'
export { type NewNotice, raiseNotice, settleNotices } from './sql/notice-rows.ts'
export type { RecordPlace } from './stage/read-originals.ts'
export type { CheckPart, Guarantee, Preview, PreviewRequest, Strategies } from './strategy/strategies.ts'
