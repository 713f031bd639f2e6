/** What other screens may draw of strategies. */
export { RowFilter } from './parts/row-filter.tsx'
