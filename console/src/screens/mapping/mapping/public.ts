/** What other screens may draw of value maps. */
export { LookupFields } from './parts/lookup-fields.tsx'
