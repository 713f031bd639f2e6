import type { ContentOut } from '@sluice/contract'

type Module = typeof import('@sluice/api/modules/adapter/contract.ts')['adapter']
type ApprovalModule = typeof import('@sluice/api/modules/approval/contract.ts')['approval']

export type AdapterRow = ContentOut<Module['list']>[number]
export type AdapterDetail = ContentOut<Module['get']>
export type AdapterVersion = ContentOut<Module['versions']>[number]
export type Reference = ContentOut<Module['references']>[number]
export type Trial = ContentOut<Module['try']>
export type ApprovalRow = ContentOut<ApprovalModule['list']>[number]
