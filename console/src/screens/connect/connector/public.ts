/** What other screens may draw of connectors. */
export { CallbackAddress } from './parts/callback-address.tsx'
export { FilePicker } from './parts/file-picker.tsx'
export { ResourcePicker } from './parts/resource-picker.tsx'
