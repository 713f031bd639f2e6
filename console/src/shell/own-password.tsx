import { useQueryClient } from '@tanstack/react-query'
import { message, notification } from '../lib/announce.ts'
import { api, renewAtOnce } from '../lib/api.ts'
import { describeError, readRefusedField } from '../lib/describe-error.ts'
import type { PasswordChange } from '../lib/password-rules.ts'
import { useSession } from '../lib/session.ts'
import { PasswordDialog } from '../ui/password-dialog.tsx'
import { useShellText } from './use-text.ts'

export interface OwnPasswordProps {
  readonly open: boolean
  readonly isForced: boolean
  onClose(): void
}

/** Changes the signed-in user's own password. */
export function OwnPassword({ open, isForced, onClose }: OwnPasswordProps) {
  const text = useShellText()
  const queryClient = useQueryClient()
  const userId = useSession(session => session.profile?.user_id)
  const submit = async ({ oldPassword, password, password2 }: PasswordChange) => {
    if (userId === undefined) return false
    try {
      const oldpassword = oldPassword === null ? {} : { oldpassword: oldPassword }
      await api.system.setPassword({ body: { user_id: userId, password, password2, ...oldpassword } })
    } catch (error) {
      const refused = readRefusedField(error)
      if (refused !== null) return refused
      notification.error({ title: text.passwordFailed, description: describeError(error).message })
      return false
    }
    await renewAtOnce()
    message.success(text.passwordDone)
    // The profile says whether a change is still due.
    await queryClient.invalidateQueries({ queryKey: api.user.profile.key() })
    return true
  }
  return <PasswordDialog open={open} isForced={isForced} onSubmit={submit} onClose={onClose} />
}
