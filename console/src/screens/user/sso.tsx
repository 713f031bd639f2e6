import { NotEnabled } from './parts/not-enabled.tsx'
import { useText } from './use-text.ts'

/** Says that there is no single sign-on yet. */
export default function Sso() {
  const text = useText()
  return <NotEnabled title={text.ssoTitle} text={text.ssoText} />
}
