import type { RegisteredPage } from './registry.ts'
/** One thing to look at: a page, or what a press on it opens. */
export interface Stop {
  readonly name: string
  readonly path: string
  /** Pressed one after the other once the page is at rest: the first visible element of each selector. */
  readonly press?: readonly string[]
  /** What somebody else does before the last press. */
  readonly meanwhile?: () => Promise<void>
  /** Where what was opened stands; default: a dialog. Only with `press`. */
  readonly opens?: string
}

/** By the pattern of their page. */
export type Stops = Readonly<Record<string, readonly Stop[]>>

export const PRIMARY = '#content .ant-btn-primary'
export const ROW_BUTTON = '#content .ant-table-row button'
export const ROW_CHECK = '#content .ant-table-row .ant-checkbox-input'
/** Chooses a row unless one is chosen: a page that is kept keeps that too. */
export const CHOSEN_ROW = `#content .sl-table-selection, ${ROW_CHECK}`
/** What may be done with the chosen rows. */
export const BATCH = '#content .sl-table-selection button:not(.ant-btn-link)' // that one clears the choice
export const POPUP = '.ant-dropdown:not(.ant-dropdown-hidden), .ant-popover:not(.ant-popover-hidden)'
/** Buttons by their icon: their words differ from language to language. */
export const icon = (name: string): string => `#content button:has(.anticon-${name})`
export const rowButton = (place: number): string => `#content .ant-table-row .sl-row-actions > :nth-child(${place})`

/** A page that nothing is said of, and that needs no object, is looked at as it opens. */
export const addPlain = (stops: Stops, registry: readonly Pick<RegisteredPage, 'path'>[]): Stops => ({
  ...Object.fromEntries(
    registry
      .filter(({ path }) => !path.includes(':'))
      .map(({ path }) => [path, [{ name: path.slice(1).replaceAll('/', '-'), path }]]),
  ),
  ...stops,
})
