/** What other screens may draw of adapters. */
export { AdapterChoice } from './parts/adapter-choice.tsx'
export { AdapterUsed } from './parts/adapter-used.tsx'
