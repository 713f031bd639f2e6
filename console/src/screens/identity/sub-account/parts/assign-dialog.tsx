import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Alert, Select } from 'antd'
import { useState } from 'react'
import { message } from '../../../../lib/announce.ts'
import { api } from '../../../../lib/api.ts'
import { describeError } from '../../../../lib/describe-error.ts'
import { Dialog } from '../../../../ui/dialog.tsx'
import { useText } from '../use-text.ts'
import { useRoles } from './use-roles.ts'

export interface AssignDialogProps {
  readonly ids: readonly string[]
  onClose(): void
  onDone(): void
}

/** One role for several people; whom it was refused for is told. */
export function AssignDialog({ ids, onClose, onDone }: AssignDialogProps) {
  const text = useText()
  const client = useQueryClient()
  const roles = useRoles()
  const [roleId, setRoleId] = useState<string | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const assign = useMutation({
    mutationFn: (role_id: string) => api.subAccount.assignRole({ body: { user_ids: [...ids], role_id } }),
    onSuccess: ({ content }) => {
      void client.invalidateQueries({ queryKey: ['subAccount'] })
      void client.invalidateQueries({ queryKey: ['role'] })
      const refused = content.filter(row => !row.ok)
      if (refused.length < content.length) message.success(text.assignDone(content.length - refused.length))
      onDone()
      if (refused.length === 0) return onClose()
      const reasons = [...new Set(refused.map(row => row.message))].join('; ')
      setFailure(`${text.assignRefused(refused.length)}: ${reasons}`)
    },
    onError: error => setFailure(describeError(error).message),
  })
  return (
    <Dialog
      open
      width={420}
      title={text.assignTitle(ids.length)}
      okText={text.assign}
      okButtonProps={{ disabled: roleId === null || ids.length === 0 }}
      confirmLoading={assign.isPending}
      onOk={() => roleId !== null && assign.mutate(roleId)}
      onCancel={onClose}
    >
      {failure !== null && <Alert type="error" showIcon title={failure} className="sl-form-notice" />}
      <Select
        className="sa-wide"
        aria-label={text.role}
        placeholder={text.role}
        options={roles}
        value={roleId}
        onChange={setRoleId}
      />
    </Dialog>
  )
}
