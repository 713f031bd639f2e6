import type { Graph } from '../digraph/public.ts'
import type { Entry, Moment, Picture } from './types.ts'

/** What the picture was like in one frame; a strategy of which nothing was kept is grey. */
export const graphAt = (picture: Picture, frame: number): Graph => ({
  nodes: picture.nodes,
  edges: picture.edges.map(({ moments, ...edge }) => {
    const moment = momentOf(moments, frame)
    return {
      ...edge,
      written: moment?.written ?? 0,
      errors: moment?.errors ?? 0,
      lately: 0,
      level: moment?.level ?? 'none',
    }
  }),
})

export const momentOf = (moments: readonly Moment[], frame: number): Moment | undefined =>
  moments.find(each => each.frame === frame)

export interface Sum {
  readonly written: number
  readonly errors: number
  readonly active: number
  readonly rest: number
}

/** What all strategies together did in a frame. */
export function sumAt({ edges }: Picture, frame: number): Sum {
  const moments = edges.flatMap(edge => momentOf(edge.moments, frame) ?? [])
  return {
    written: moments.reduce((all, { written }) => all + written, 0),
    errors: moments.reduce((all, { errors }) => all + errors, 0),
    active: moments.length,
    rest: edges.length - moments.length,
  }
}

/** Nothing was kept yet when the frame ended. */
export const isBefore = ({ since, frames, ends_at: end }: Picture, frame: number): boolean =>
  since === null || since >= (frames[frame + 1] ?? end)

/** YYYY-MM-DD of a moment in a zone. */
export const dayIn = (iso: string, timeZone: string): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(
    new Date(iso),
  )

export interface ListSearch {
  readonly keyword: string | undefined
  readonly kind: string | undefined
  readonly sure: boolean | undefined
  readonly sort: string | undefined
}

/** What a list shows of the entries. They come nearest first. */
export function select(
  entries: readonly Entry[],
  { keyword, kind, sure, sort = 'step' }: ListSearch,
): readonly Entry[] {
  const word = keyword?.toLowerCase()
  const found = entries.filter(
    entry =>
      (kind === undefined || entry.kind === kind) &&
      (!sure || entry.is_sure) &&
      (word === undefined ||
        [entry.name, entry.strategy_name, entry.reads, entry.field ?? ''].some(text =>
          text.toLowerCase().includes(word),
        )),
  )
  const isDown = sort.startsWith('-')
  const key = (isDown ? sort.slice(1) : sort) as 'step' | 'kind' | 'name' | 'use' | 'reads' | 'field' // those of the page
  return found.toSorted((a, b) => compare(a[key], b[key]) * (isDown ? -1 : 1))
}

const compare = (a: string | number | null, b: string | number | null): number =>
  typeof a === 'number' && typeof b === 'number' ? a - b : String(a ?? '').localeCompare(String(b ?? ''))
