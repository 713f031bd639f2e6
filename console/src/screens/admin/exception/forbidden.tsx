import { ExceptionPage } from './parts/exception-page.tsx'

/** No permission. */
export default function Forbidden() {
  return <ExceptionPage status="403" />
}
