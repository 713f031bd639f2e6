import type { ContentOut, Parsed } from '@sluice/contract'

type Routes = typeof import('@sluice/api/modules/strategy/export-job/contract.ts')['exportJob']

export type ExportJob = ContentOut<Routes['list']>[number]
export type ExportFormat = ExportJob['format']
/** What narrows a list of records. */
export type RecordFilter = Partial<Parsed<Routes['create']>['body']['filter']>
