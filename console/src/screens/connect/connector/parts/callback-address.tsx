import { CopyText } from '../../../../ui/copy-text.tsx'
import { useEnvText } from '../use-env-text.ts'
import { readCallbackAddress } from './use-grant.ts'

/** What has to be registered at the authorization server, letter by letter. */
export function CallbackAddress() {
  const text = useEnvText().grant
  return (
    <div className="cn-callback">
      <span>{text.callback}</span>
      <CopyText isShown value={readCallbackAddress()} label={text.copyCallback} />
    </div>
  )
}
