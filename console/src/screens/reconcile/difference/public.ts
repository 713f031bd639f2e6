import './difference.css'

export { AssignDialog } from './parts/assign-dialog.tsx'
export { Comments } from './parts/comments.tsx'
export { Evidence } from './parts/evidence.tsx'
