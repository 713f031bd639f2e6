import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Alert, Radio } from 'antd'
import { useState } from 'react'
import { api } from '../../../../lib/api.ts'
import { describeError } from '../../../../lib/describe-error.ts'
import { Dialog } from '../../../../ui/dialog.tsx'
import type { Application, Credentials } from '../types.ts'
import { useText } from '../use-text.ts'
import { refreshApplications } from './refresh.ts'

export interface RotateDialogProps {
  readonly application: Application
  onMade(made: Credentials): void
  onClose(): void
}

const DAY = 24

/** A new secret; whether the old one counts beside it for a day. */
export function RotateDialog({ application, onMade, onClose }: RotateDialogProps) {
  const text = useText().rotate
  const client = useQueryClient()
  const [hours, setHours] = useState(DAY)
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => api.application.rotateSecret({ params: { id: application.id }, body: { keep_hours: hours } }),
    onSuccess: async ({ content }) => {
      onClose()
      onMade(content)
      await refreshApplications(client)
    },
  })
  return (
    <Dialog
      open
      title={text.title}
      okText={text.make}
      cancelText={text.cancel}
      confirmLoading={isPending}
      onOk={() => mutate()}
      onCancel={onClose}
    >
      {error && <Alert type="error" showIcon title={describeError(error).message} />}
      <Radio.Group
        aria-label={text.title}
        value={hours}
        onChange={event => setHours(Number(event.target.value))}
        options={[
          { value: DAY, label: text.keep },
          { value: 0, label: text.atOnce },
        ]}
      />
    </Dialog>
  )
}
