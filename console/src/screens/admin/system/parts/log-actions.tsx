import { DeleteOutlined, DownloadOutlined, SafetyCertificateOutlined } from '@ant-design/icons'
import { useMutation } from '@tanstack/react-query'
import { Button, Dropdown } from 'antd'
import { Suspense, useState } from 'react'
import { message } from '../../../../lib/announce.ts'
import { api } from '../../../../lib/api.ts'
import { describeError } from '../../../../lib/describe-error.ts'
import { saveFile } from '../../../../lib/save-file.ts'
import { useCan, useIsPartial } from '../../../../lib/session.ts'
import { CanButton } from '../../../../ui/can.tsx'
import { lazyPart } from '../../../../ui/lazy-part.tsx'
import { useUiText } from '../../../../ui/use-text.ts'
import { useLogQuery } from '../use-log-query.ts'
import { useText } from '../use-text.ts'

// Opened by few.
const VerifyDialog = lazyPart(async () => ({ default: (await import('./verify-dialog.tsx')).VerifyDialog }))
const CleanDialog = lazyPart(async () => ({ default: (await import('./clean-dialog.tsx')).CleanDialog }))

/** What is done with the log as a whole. */
export function LogActions() {
  const text = useText()
  const { whole } = useUiText().can
  const can = useCan()
  const isPartial = useIsPartial()
  const filter = useLogQuery()
  const [open, setOpen] = useState<'verify' | 'clean' | null>(null)
  const save = useMutation({
    mutationFn: async (format: 'csv' | 'jsonl') =>
      saveFile(
        await api.system.exportLog({ query: { ...(format === 'csv' && filter), format } }),
        `operation-log.${format}`,
      ),
    onError: error => void message.error(describeError(error).message),
  })
  const hasNoChain = isPartial(api.system.exportLog, { format: 'jsonl' })
  const items = [
    { key: 'csv', label: text.exportCsv },
    { key: 'jsonl', label: text.exportChain, disabled: hasNoChain, ...(hasNoChain && { title: whole }) },
  ]
  return (
    <>
      <Button icon={<SafetyCertificateOutlined />} onClick={() => setOpen('verify')}>
        {text.verify}
      </Button>
      {can('log:export') ? (
        // Keys are those of `items`.
        <Dropdown trigger={['click']} menu={{ items, onClick: ({ key }) => save.mutate(key as 'csv' | 'jsonl') }}>
          <Button icon={<DownloadOutlined />} loading={save.isPending}>
            {text.export}
          </Button>
        </Dropdown>
      ) : (
        <CanButton icon={<DownloadOutlined />} authority="log:export">
          {text.export}
        </CanButton>
      )}
      <CanButton
        icon={<DeleteOutlined />}
        authority="log:delete"
        reason={isPartial(api.system.deleteLog) ? whole : undefined}
        onClick={() => setOpen('clean')}
      >
        {text.clean}
      </CanButton>
      <Suspense>
        {open === 'verify' && <VerifyDialog onClose={() => setOpen(null)} />}
        {open === 'clean' && <CleanDialog onClose={() => setOpen(null)} />}
      </Suspense>
    </>
  )
}
