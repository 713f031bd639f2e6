import { useQueryClient } from '@tanstack/react-query'
import { api } from '../lib/api.ts'
import { TotpSetup } from '../ui/totp-setup.tsx'

/** The tenant asks its administrators for a second factor, and this one has none: nothing else works until then. */
export function TotpDue() {
  const queryClient = useQueryClient()
  return (
    <TotpSetup
      isForced
      onBegin={async () => (await api.totp.begin()).content}
      onConfirm={async code => (await api.totp.confirm({ body: { code } })).content.recovery_codes}
      // Everything that was refused meanwhile is asked again.
      onDone={() => void queryClient.invalidateQueries()}
      onClose={() => undefined}
    />
  )
}
