import { useMutation, useQuery } from '@tanstack/react-query'
import { Alert, Checkbox } from 'antd'
import { useState } from 'react'
import { message } from '../../../../lib/announce.ts'
import { api } from '../../../../lib/api.ts'
import { describeError } from '../../../../lib/describe-error.ts'
import { Dialog } from '../../../../ui/dialog.tsx'
import { Skeleton } from '../../../../ui/skeleton.tsx'
import type { Along, Package } from '../types.ts'
import { useText } from '../use-text.ts'

export interface AlongDialogProps {
  readonly made: Package
  onMade(made: Package): void
  onClose(): void
}

const titles = {
  report: 'reports',
  dashboard: 'dashboards',
  gateway: 'gateways',
  'recon-flow': 'recon-flows',
  'bill-profile': 'bill-profiles',
} as const
const kinds = Object.keys(titles) as (keyof typeof titles)[] // of no more
const idOf = ({ kind, key }: Along): string => `${kind} ${key}`

/** What comes along with the strategies that none of them needs. */
export function AlongDialog({ made, onMade, onClose }: AlongDialogProps) {
  const text = useText()
  const params = { id: made.id }
  const { data, error } = useQuery(api.solutionPackage.along.query({ params }))
  const rows = data?.content ?? []
  const [first] = kinds.flatMap(kind => rows.filter(each => each.kind === kind))
  const [edited, setEdited] = useState<ReadonlySet<string> | null>(null)
  const chosen = edited ?? new Set(rows.filter(each => each.is_in).map(idOf))
  const take = useMutation({
    mutationFn: () => {
      const along = rows.filter(each => chosen.has(idOf(each))).map(({ kind, key }) => ({ kind, key }))
      return api.solutionPackage.gather({ params, body: { lock: made.lock, along } })
    },
    onSuccess: ({ content }) => {
      message.success(text.gathered)
      onMade(content)
      onClose()
    },
  })
  const failure = error ?? take.error
  const choose = (row: Along, isChosen: boolean) =>
    setEdited(new Set(isChosen ? [...chosen, idOf(row)] : [...chosen].filter(each => each !== idOf(row))))
  return (
    <Dialog
      open
      width={560}
      title={text.alongTitle}
      okText={text.alongSave}
      cancelText={text.cancel}
      confirmLoading={take.isPending}
      okButtonProps={{ disabled: rows.length === 0 }}
      onOk={() => take.mutate()}
      onCancel={onClose}
    >
      <p>{text.alongText}</p>
      {failure && <Alert type="error" showIcon title={describeError(failure).message} />}
      {!data && !error && <Skeleton rows={3} />}
      {data && rows.length === 0 && <p>{text.alongNone}</p>}
      {kinds.map(kind => (
        <Choices
          key={kind}
          title={text.kinds[titles[kind]]}
          rows={rows.filter(each => each.kind === kind)}
          first={first}
          isChosen={row => chosen.has(idOf(row))}
          onChoose={choose}
        />
      ))}
    </Dialog>
  )
}

interface ChoicesProps {
  readonly title: string
  readonly rows: readonly Along[]
  /** Has the cursor when it comes. */
  readonly first: Along | undefined
  isChosen(row: Along): boolean
  onChoose(row: Along, isChosen: boolean): void
}

function Choices({ title, rows, first, isChosen, onChoose }: ChoicesProps) {
  const text = useText()
  if (rows.length === 0) return null
  return (
    <section aria-label={title}>
      <h3>{title}</h3>
      {rows.map(row => (
        <div key={row.key}>
          <Checkbox
            autoFocus={row === first}
            checked={isChosen(row)}
            onChange={({ target }) => onChoose(row, target.checked)}
          >
            <span lang="">{row.name}</span>{' '}
            {row.kind === 'report' && (
              <span className="sl-muted">{text.alongStrategy(row.key.slice(0, row.key.indexOf('/')))}</span>
            )}
          </Checkbox>
        </div>
      ))}
    </section>
  )
}
