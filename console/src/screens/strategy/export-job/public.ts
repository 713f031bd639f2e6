/** What other screens may draw of exports. */
export { ExportButton } from './parts/export-button.tsx'
