import { ExceptionPage } from './parts/exception-page.tsx'

/** The server failed. */
export default function ServerError() {
  return <ExceptionPage status="500" />
}
