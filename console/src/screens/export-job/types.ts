import type { ContentOut } from '@sluice/contract'

type Routes = typeof import('@sluice/api/modules/export-job/contract.ts')['exportJob']

export type ExportJob = ContentOut<Routes['list']>[number]
export type ExportFormat = ExportJob['format']
