/** What other screens may draw and know of assets. */
import './asset.css'

export { emptyPagination, emptyTest, leaveOutEmpty } from './model.ts'
export { Difference } from './parts/difference.tsx'
export { Headers } from './parts/headers.tsx'
export { MoreActions } from './parts/more-actions.tsx'
export { usePlatforms } from './parts/queries.ts'
export { Removal } from './parts/removal.tsx'
export { Row } from './parts/row.tsx'
export { SourceEditor } from './parts/source-editor.tsx'
export { VersionFrame } from './parts/version-frame.tsx'
