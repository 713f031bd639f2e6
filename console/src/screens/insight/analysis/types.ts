import type { ContentOut } from '@sluice/contract'

type Routes = typeof import('@sluice/api/modules/insight/analysis/contract.ts')['analysis']

export type Analysis = ContentOut<Routes['get']>
export type AnalysisRow = ContentOut<Routes['list']>[number]
export type Part = Analysis['parts']['strategies'][number]
export type Anomaly = Analysis['anomalies'][number]
