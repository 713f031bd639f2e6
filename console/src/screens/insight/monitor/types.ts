import type { ContentOut } from '@sluice/contract'

type Routes = typeof import('@sluice/api/modules/insight/monitor/contract.ts')['monitor']

export type Monitor = ContentOut<Routes['get']>
export type MonitorRun = ContentOut<Routes['runs']>[number]
export type MonitorObjective = ContentOut<Routes['objectives']>[number]
export type MonitorConnector = ContentOut<Routes['connectors']>[number]
export type Kept = NonNullable<MonitorObjective['success']>
