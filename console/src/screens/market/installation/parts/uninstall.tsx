import { useMutation, useQuery } from '@tanstack/react-query'
import { Alert, Checkbox } from 'antd'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { message } from '../../../../lib/announce.ts'
import { api } from '../../../../lib/api.ts'
import { describeError } from '../../../../lib/describe-error.ts'
import { useFormat } from '../../../../lib/format.ts'
import { LIVE_POLL_MS, queryClient } from '../../../../lib/query.ts'
import { ConfirmDanger } from '../../../../ui/confirm-danger.tsx'
import { Skeleton } from '../../../../ui/skeleton.tsx'
import { installationList } from '../pages.ts'
import type { Installation } from '../types.ts'
import { useText } from '../use-text.ts'

export interface UninstallProps {
  readonly installation: Installation
  readonly open: boolean
  onClose(): void
}

/** Says what would go, and asks. */
export function Uninstall({ installation, open, onClose }: UninstallProps) {
  const text = useText()
  const { number } = useFormat()
  const navigate = useNavigate()
  const [isKept, setKept] = useState(false)
  const params = { id: installation.id }
  const removal = useQuery({
    ...api.installation.removal.query({ params }),
    enabled: open,
    staleTime: 0,
    gcTime: 0,
    // A run that is in the way comes to its end.
    refetchInterval: ({ state }) => (state.data?.content.problems.length ? LIVE_POLL_MS : false),
  })
  const remove = useMutation({
    mutationFn: () => api.installation.remove({ params, body: { keep: isKept } }),
    onSuccess: async () => {
      message.success(text.uninstalled)
      onClose()
      await navigate(installationList.href())
      await queryClient.invalidateQueries()
    },
  })
  const found = removal.data?.content
  const problems = found?.problems ?? []
  return (
    <ConfirmDanger
      open={open}
      title={text.uninstallTitle(installation.title)}
      action={text.uninstall}
      isBusy={remove.isPending}
      isUnknown={(!found || problems.length > 0) && !isKept}
      onConfirm={() => remove.mutate()}
      onCancel={onClose}
      text={
        <div className="sl-stack">
          {removal.isPending && <Skeleton rows={3} />}
          {removal.error && <Alert type="error" showIcon title={describeError(removal.error).message} />}
          {found && !isKept && (
            <div>
              {text.uninstallText}
              <ul>
                {found.changes
                  .filter(({ act }) => act === 'delete')
                  .map(({ kind, key, name }) => (
                    <li key={`${kind} ${key}`}>{name}</li>
                  ))}
              </ul>
              {found.records !== '0' && <strong>{text.uninstallRecords(number(found.records))}</strong>}
            </div>
          )}
          {problems.length > 0 && (
            <Alert
              type="warning"
              showIcon
              title={text.uninstallProblems}
              description={problems.map(({ file, field, message: why }) => (
                <div key={`${file} ${field} ${why}`}>{why}</div>
              ))}
            />
          )}
          <Checkbox checked={isKept} onChange={event => setKept(event.target.checked)}>
            {text.uninstallKeep}
          </Checkbox>
          {remove.error && <Alert type="error" showIcon title={describeError(remove.error).message} />}
        </div>
      }
    />
  )
}
