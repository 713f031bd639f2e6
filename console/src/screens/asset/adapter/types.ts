import type { ContentOut } from '@sluice/contract'

type Module = typeof import('@sluice/api/modules/asset/adapter/contract.ts')['adapter']
type ApprovalModule = typeof import('@sluice/api/modules/asset/approval/contract.ts')['approval']

export type AdapterRow = ContentOut<Module['list']>[number]
export type AdapterDetail = ContentOut<Module['get']>
export type AdapterVersion = ContentOut<Module['versions']>[number]
export type Reference = ContentOut<Module['references']>[number]
type PackModule = typeof import('@sluice/api/modules/connect/pack/contract.ts')['pack']

export type ShippedPack = ContentOut<PackModule['list']>[number]
export type ImportedAdapter = ContentOut<Module['import']>['adapters'][number]
export type StatementTrial = ContentOut<Module['tryStatement']>
export type Trial = ContentOut<Module['try']>
export type ApprovalRow = ContentOut<ApprovalModule['list']>[number]
