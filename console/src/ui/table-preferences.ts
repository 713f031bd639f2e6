import { useState } from 'react'

/** How one person likes one table, remembered in this browser. */
export interface TablePreferences {
  readonly density: 'small' | 'medium' | 'large'
  readonly hidden: readonly string[]
  readonly order: readonly string[]
}

const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every(item => typeof item === 'string')

function readPreferences(key: string, fallback: TablePreferences): TablePreferences {
  try {
    const raw = JSON.parse(localStorage.getItem(key) ?? '{}') as Partial<Record<keyof TablePreferences, unknown>>
    const density = (['small', 'medium', 'large'] as const).find(value => value === raw.density)
    return {
      density: density ?? fallback.density,
      hidden: isTexts(raw.hidden) ? raw.hidden : fallback.hidden,
      order: isTexts(raw.order) ? raw.order : fallback.order,
    }
  } catch {
    return fallback // hand-edited storage
  }
}

/** Preferences of the table `id`, a patch and a reset. `hidden` is what starts hidden, `density` the height rows start with. */
export function useTablePreferences(
  id: string,
  hidden: readonly string[],
  density: TablePreferences['density'] = 'medium',
) {
  const key = `table:${id}`
  const fallback: TablePreferences = { density, hidden, order: [] }
  const [preferences, setPreferences] = useState(() => readPreferences(key, fallback))
  const patch = (change: Partial<TablePreferences>) => {
    const next = { ...preferences, ...change }
    setPreferences(next)
    localStorage.setItem(key, JSON.stringify(next))
  }
  const reset = () => {
    setPreferences(fallback)
    localStorage.removeItem(key)
  }
  return { preferences, patch, reset }
}

/** The columns in the chosen order; unknown ones keep their place at the end. */
export function orderColumns<C extends { readonly key: string }>(columns: readonly C[], order: readonly string[]): C[] {
  const rank = (key: string) => (order.includes(key) ? order.indexOf(key) : order.length)
  return columns.toSorted((a, b) => rank(a.key) - rank(b.key))
}

/** The order after one column moved by one place. */
export function moveColumn(keys: readonly string[], key: string, by: -1 | 1): string[] {
  const at = keys.indexOf(key)
  const to = at + by
  if (at < 0 || to < 0 || to >= keys.length) return [...keys]
  const rest = keys.filter(other => other !== key)
  return [...rest.slice(0, to), key, ...rest.slice(to)]
}
