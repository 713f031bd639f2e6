import './billing.css'

export { LineActions } from './parts/line-actions.tsx'
export { LineOrigin } from './parts/line-origin.tsx'
export { LinePages } from './parts/line-pages.tsx'
export { LineSums } from './parts/line-sums.tsx'
export { EMPTY_FILTER, toQuery, useFilterFields } from './parts/use-filter-fields.tsx'
/** Words that both sides' lists say: states, items, sums. */
export { useText as useLineText } from './use-text.ts'
