import { NotEnabled } from './parts/not-enabled.tsx'
import { useText } from './use-text.ts'

/** Says that accounts are made by administrators. */
export default function Register() {
  const text = useText()
  return <NotEnabled title={text.registerTitle} text={text.registerText} />
}
