import { ExceptionPage } from './parts/exception-page.tsx'

/** No such page. */
export default function NotFound() {
  return <ExceptionPage status="404" />
}
