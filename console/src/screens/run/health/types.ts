import type { ContentOut } from '@sluice/contract'

type HealthRoutes = typeof import('@sluice/api/modules/run/strategy-health/contract.ts')['strategyHealth']
type AlertRoutes = typeof import('@sluice/api/modules/insight/alert/contract.ts')['alert']

export type HealthAnswer = ContentOut<HealthRoutes['search']>
export type HealthRow = HealthAnswer['rows'][number]
export type HealthLevel = HealthRow['level']
export type Channel = ContentOut<AlertRoutes['channels']>[number]
export type ChannelKind = Channel['kind']
export type QuietHours = NonNullable<Channel['quiet']>
export type Rule = ContentOut<AlertRoutes['rules']>[number]
export type RuleKind = Rule['kind']
export type AlertEvent = ContentOut<AlertRoutes['events']>[number]
export type Delivery = ContentOut<AlertRoutes['deliveries']>[number]
export type Setting = ContentOut<AlertRoutes['setting']>
