import { NotEnabled } from './parts/not-enabled.tsx'
import { useText } from './use-text.ts'

/** Where a registration would report; there is none. */
export default function RegisterResult() {
  const text = useText()
  return <NotEnabled title={text.resultTitle} text={text.resultText} />
}
