import type { ContentOut, Parsed } from '@sluice/contract'

type Module = typeof import('@sluice/api/modules/strategy/strategy-table/contract.ts')['strategyTable']

export type TablePage = ContentOut<Module['rows']>
export type SharedPage = ContentOut<Module['openShare']>
export type Cell = TablePage['rows'][number]['cells'][number]
export type FieldInfo = ContentOut<Module['fields']>['fields'][number]
export type Share = ContentOut<Module['shares']>[number]
export type TableBody = Parsed<Module['rows']>['body']
export type TableColumn = TableBody['columns'][number]
export type TableCondition = TableBody['conditions'][number]
export type Logic = TableCondition['logic']
export type MaskRule = Parsed<Module['share']>['body']['view']['masks'][string]
