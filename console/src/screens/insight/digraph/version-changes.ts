import type { Component, Draft } from './types.ts'

/** What became of a dashboard, to be said in words. */
export type Change =
  | { readonly kind: 'name'; readonly from: string; readonly to: string }
  | { readonly kind: 'refresh'; readonly from: number; readonly to: number }
  | { readonly kind: 'sheet'; readonly from: string; readonly to: string }
  | { readonly kind: 'theme' | 'layers' }
  | { readonly kind: 'added' | 'removed'; readonly component: Component }
  | {
      readonly kind: 'changed'
      readonly component: Component
      readonly before: Component
      readonly parts: readonly ComponentPart[]
    }
const componentParts = ['kind', 'title', 'place', 'size', 'sources', 'options'] as const
export type ComponentPart = (typeof componentParts)[number]

/** Everything that differs; a component is the same one as long as its id is. */
export function listChanges(from: Draft, to: Draft): Change[] {
  const changes: Change[] = []
  if (from.name !== to.name) changes.push({ kind: 'name', from: from.name, to: to.name })
  if (from.refresh_seconds !== to.refresh_seconds)
    changes.push({ kind: 'refresh', from: from.refresh_seconds, to: to.refresh_seconds })
  const [before, after] = [from.design, to.design]
  const [old, now] = [sizeOf(before), sizeOf(after)]
  if (old !== now) changes.push({ kind: 'sheet', from: old, to: now })
  if (before.theme !== after.theme) changes.push({ kind: 'theme' })
  const known = new Map(before.components.map(component => [component.id, component]))
  const kept = new Set(after.components.map(({ id }) => id))
  for (const component of after.components) {
    const was = known.get(component.id)
    if (!was) changes.push({ kind: 'added', component })
    const parts = was ? componentParts.filter(part => !isSame(partOf(was, part), partOf(component, part))) : []
    if (was && parts.length > 0) changes.push({ kind: 'changed', component, before: was, parts })
  }
  for (const component of before.components) if (!kept.has(component.id)) changes.push({ kind: 'removed', component })
  const order = before.components.map(({ id }) => id).filter(id => kept.has(id))
  const newOrder = after.components.map(({ id }) => id).filter(id => known.has(id))
  if (!isSame(order, newOrder)) changes.push({ kind: 'layers' })
  return changes
}

const sizeOf = ({ width, height }: Draft['design']): string => `${width} × ${height}`

function partOf(component: Component, part: ComponentPart): unknown {
  const { x, y, width, height } = component
  if (part === 'place') return [x, y]
  return part === 'size' ? [width, height] : component[part]
}

/** Keys come in any order, as they were stored. */
const isSame = (one: unknown, other: unknown): boolean => write(one) === write(other)

const write = (value: unknown): string =>
  JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  )
