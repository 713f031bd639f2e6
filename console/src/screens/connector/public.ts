/** What other screens may draw of connectors. */
export { FilePicker } from './parts/file-picker.tsx'
