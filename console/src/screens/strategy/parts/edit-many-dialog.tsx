import { useMutation, useQuery } from '@tanstack/react-query'
import { Checkbox, Form, Select } from 'antd'
import { type ReactNode, useState } from 'react'
import { message } from '../../../lib/announce.ts'
import { api } from '../../../lib/api.ts'
import { describeError } from '../../../lib/describe-error.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { useLifeText } from '../use-life-text.ts'
import { CronBuilder } from './cron-builder.tsx'
import { GroupField } from './group-field.tsx'
import type { BatchResult } from './tell-results.ts'

export interface EditManyDialogProps {
  readonly ids: readonly string[]
  onClose(): void
  onDone(results: BatchResult): void
}

const fields = ['group', 'pool', 'schedule'] as const
type Field = (typeof fields)[number]

/** Group, pool and schedule of several strategies: what is ticked. */
export function EditManyDialog({ ids, onClose, onDone }: EditManyDialogProps) {
  const all = useLifeText()
  const text = all.edit
  const [ticked, setTicked] = useState<readonly Field[]>([])
  const [group, setGroup] = useState('')
  const [pool, setPool] = useState<string | null>(null)
  const [cron, setCron] = useState<string | null>(null)
  const has = (field: Field) => ticked.includes(field)
  const change = useMutation({
    mutationFn: () =>
      api.strategy.batchBasic({
        body: {
          ids: [...ids],
          ...(has('group') && { group }),
          ...(has('pool') && pool !== null && { process_id: pool }),
          ...(has('schedule') && { cron }),
        },
      }),
    onSuccess: ({ content }) => onDone(content),
    onError: error => void message.error(describeError(error).message),
  })
  const save = () => {
    if (ticked.length === 0) void message.warning(text.nothing)
    else if (has('pool') && pool === null) void message.warning(text.poolRequired)
    else change.mutate()
  }
  const tick = (field: Field) => setTicked(has(field) ? ticked.filter(each => each !== field) : [...ticked, field])
  return (
    <Dialog
      open
      width={520}
      title={text.title(ids.length)}
      okText={text.save}
      cancelText={all.cancel}
      confirmLoading={change.isPending}
      onOk={save}
      onCancel={onClose}
    >
      <p>{text.text}</p>
      <Form layout="vertical" component="div">
        <Part label={all.group} isOpen={has('group')} onToggle={() => tick('group')}>
          <GroupField value={group} onChange={setGroup} />
        </Part>
        <Part label={text.pool} isOpen={has('pool')} onToggle={() => tick('pool')}>
          <PoolField value={pool} onChange={setPool} />
        </Part>
        <Part label={text.schedule} isOpen={has('schedule')} onToggle={() => tick('schedule')}>
          <CronBuilder cron={cron} onChange={setCron}>
            {null}
          </CronBuilder>
          <p className="sl-muted">{text.scheduleHint}</p>
        </Part>
      </Form>
    </Dialog>
  )
}

interface PartProps {
  readonly label: string
  readonly isOpen: boolean
  readonly children: ReactNode
  onToggle(): void
}

function Part({ label, isOpen, children, onToggle }: PartProps) {
  return (
    <div className="st-edit-part">
      <Checkbox checked={isOpen} onChange={onToggle}>
        {label}
      </Checkbox>
      {isOpen && <div>{children}</div>}
    </div>
  )
}

function PoolField({ value, onChange }: { readonly value: string | null; onChange(value: string): void }) {
  const text = useLifeText().edit
  const { data, isPending } = useQuery(api.process.list.query({ query: { pageSize: 100 } }))
  return (
    <Select
      aria-label={text.pool}
      loading={isPending}
      placeholder={text.poolRequired}
      value={value}
      options={(data?.content ?? []).map(row => ({ value: row.id, label: row.name }))}
      onChange={onChange}
    />
  )
}
