/** What other screens may draw of a plan of configuration. */
export { Changes, Effects } from './parts/plan-view.tsx'
