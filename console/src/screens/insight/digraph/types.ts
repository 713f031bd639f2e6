import type { ComponentKind, ContentOut } from '@sluice/contract'

type Routes = typeof import('@sluice/api/modules/insight/digraph/contract.ts')['digraph']

export type DashboardHead = ContentOut<Routes['list']>[number]
export type Dashboard = ContentOut<Routes['get']>
export type Design = Dashboard['design']
export type Component = Design['components'][number]
export type Options = Component['options']
export type Reading = ContentOut<Routes['figures']>
export type VersionHead = ContentOut<Routes['versions']>[number]
export type DashboardShare = ContentOut<Routes['shares']>[number]
export type SharedShown = NonNullable<ContentOut<Routes['openShare']>['shown']>
export type Figure = Reading['figures'][number]
export type Graph = NonNullable<Figure['graph']>

/** What is changed in the designer. */
export type Draft = Pick<Dashboard, 'name' | 'refresh_seconds' | 'design'>

export type Kind = ComponentKind

/** What every component is given to draw. */
export interface ShownProps {
  readonly component: Component
  /** Those that its component names, as far as they are read. */
  readonly figures: readonly Figure[]
  readonly scale: number
  /** Whether it leads anywhere; not while it is designed. */
  readonly isLive: boolean
}
