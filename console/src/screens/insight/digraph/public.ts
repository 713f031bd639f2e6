/** What other screens may draw of the picture of systems. */
export { FlowDrawing } from './parts/flow-picture.tsx'
export { useLook } from './parts/sheet.tsx'
export type { Graph } from './types.ts'
export { useRoom } from './use-room.ts'
