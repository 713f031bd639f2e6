import type { livingPicture } from './pages.ts'

export type Search = ReturnType<typeof livingPicture.useSearch>[0]
export type SetSearch = ReturnType<typeof livingPicture.useSearch>[1]

/** What is asked about; null: nothing yet. */
export function queryOf({ strategy, side, connector, resource, field }: Search) {
  if (field === undefined) return null
  if (strategy !== undefined) return { strategy, side, field }
  return connector === undefined || resource === undefined ? null : { connector, resource, field }
}
