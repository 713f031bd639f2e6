import type { ContentOut } from '@sluice/contract'

type GroupModule = typeof import('@sluice/api/modules/run/error-group/contract.ts')['errorGroup']
type RuleModule = typeof import('@sluice/api/modules/run/ignore-rule/contract.ts')['ignoreRule']
type ReplayModule = typeof import('@sluice/api/modules/run/replay/contract.ts')['replay']

export type ErrorGroup = ContentOut<GroupModule['search']>[number]
export type ErrorGroupDetail = ContentOut<GroupModule['get']>
export type ErrorRecord = ContentOut<GroupModule['records']>['rows'][number]
export type IgnoreRule = ContentOut<RuleModule['search']>[number]
export type Replay = ContentOut<ReplayModule['get']>
export type ReplayItem = ContentOut<ReplayModule['items']>['rows'][number]
export type PreviewedRecord = ContentOut<ReplayModule['preview']>[number]
