import type { ContentOut } from '@sluice/contract'

type Routes = typeof import('@sluice/api/modules/insight/aggregate/contract.ts')['aggregate']

export type Report = ContentOut<Routes['list']>[number]
export type Definition = Report['definition']
export type FieldInfo = ContentOut<Routes['fields']>[number]
export type Preview = ContentOut<Routes['preview']>
export type DrillRow = ContentOut<Routes['drill']>['rows'][number]
export type Row = Preview['rows'][number]
export type Group = Preview['total']
export type KeyValue = NonNullable<Group['keys'][number]>
export type MetricValue = Group['metrics'][number]
export type Field = Definition['group_by'][number]['field']
export type Granularity = Definition['group_by'][number]['granularity']
export type Metric = Definition['metrics'][number]
export type MetricOp = Metric['op']
export type HavingLogic = Definition['having'][number]['logic']
export type ChartType = Definition['chart']['type']

/** One part of the form that a report is designed in. */
export interface PartProps {
  readonly definition: Definition
  readonly fields: readonly FieldInfo[]
  onChange(definition: Definition): void
}
