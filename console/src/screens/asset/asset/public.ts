import './asset.css'

export { emptyPagination, emptyTest, leaveOutEmpty } from './model.ts'
export { usePlatforms } from './parts/queries.ts'
