import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Alert, Form } from 'antd'
import { useState } from 'react'
import { message } from '../../../../lib/announce.ts'
import { api } from '../../../../lib/api.ts'
import { toInstant } from '../../../../lib/day.ts'
import { describeError } from '../../../../lib/describe-error.ts'
import { useTimeZone } from '../../../../lib/session.ts'
import { Dialog } from '../../../../ui/dialog.tsx'
import type { StrategyUse } from '../types.ts'
import { useText } from '../use-text.ts'
import { BeforeField } from './clean-up-dialog.tsx'

/** Pages older than a day into files, now. */
export function ArchiveDialog({ use, onClose }: { readonly use: StrategyUse; onClose(): void }) {
  const text = useText().archive
  const zone = useTimeZone()
  const client = useQueryClient()
  const [day, setDay] = useState('')
  const { mutate, error, isPending } = useMutation({
    ...api.storage.archive.mutation(),
    onSuccess: async () => {
      message.success(text.asked)
      onClose()
      await client.invalidateQueries({ queryKey: api.storage.jobs.key() })
    },
  })
  const before = toInstant(day, zone, 0)
  return (
    <Dialog
      open
      width={480}
      title={text.title(use.strategy_name)}
      okText={text.action}
      okButtonProps={{ disabled: before === undefined }}
      confirmLoading={isPending}
      onOk={() => before !== undefined && mutate({ params: { id: use.strategy_id }, body: { before } })}
      onCancel={onClose}
    >
      <p>{text.text}</p>
      <Form layout="vertical" component="div">
        <BeforeField value={day} onChange={setDay} />
      </Form>
      {error && <Alert type="error" showIcon title={describeError(error).message} />}
    </Dialog>
  )
}
