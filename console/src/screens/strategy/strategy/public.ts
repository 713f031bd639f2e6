/** What other screens may draw of strategies. */
export { RowFilter } from './form/row-filter.tsx'
export { SavedFilters } from './list/saved-filters.tsx'
