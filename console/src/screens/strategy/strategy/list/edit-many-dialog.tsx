import { useMutation, useQuery } from '@tanstack/react-query'
import { Checkbox, Form, Select } from 'antd'
import { type ReactNode, useId, useState } from 'react'
import { message } from '../../../../lib/announce.ts'
import { api } from '../../../../lib/api.ts'
import { describeError } from '../../../../lib/describe-error.ts'
import { Dialog } from '../../../../ui/dialog.tsx'
import { CronBuilder } from '../parts/cron-builder.tsx'
import { FormRow } from '../parts/form-row.tsx'
import { GroupField } from '../parts/group-field.tsx'
import { TagsField } from '../parts/tags-field.tsx'
import { useLifeText } from '../texts/use-life-text.ts'
import type { BatchResult } from './tell-results.ts'
import '../strategy.css'

export interface EditManyDialogProps {
  readonly ids: readonly string[]
  onClose(): void
  onDone(results: BatchResult): void
}

type Field = 'group' | 'tags' | 'owner' | 'pool' | 'schedule'

/** Group, tags, owner, pool and schedule of several strategies: what is ticked. */
export function EditManyDialog({ ids, onClose, onDone }: EditManyDialogProps) {
  const all = useLifeText()
  const text = all.edit
  const [ticked, setTicked] = useState<readonly Field[]>([])
  const [group, setGroup] = useState('')
  const [added, setAdded] = useState<readonly string[]>([])
  const [removed, setRemoved] = useState<readonly string[]>([])
  const [owner, setOwner] = useState<string | null>(null)
  const [pool, setPool] = useState<string | null>(null)
  const [cron, setCron] = useState<string | null>(null)
  const id = useId()
  const has = (field: Field) => ticked.includes(field)
  const change = useMutation({
    mutationFn: () =>
      api.strategy.batchBasic({
        body: {
          ids: [...ids],
          ...(has('group') && { group }),
          ...(has('tags') && { add_tags: [...added], remove_tags: [...removed] }),
          ...(has('owner') && owner !== null && { owner_id: owner }),
          ...(has('pool') && pool !== null && { process_id: pool }),
          ...(has('schedule') && { cron }),
        },
      }),
    onSuccess: ({ content }) => onDone(content),
    onError: error => void message.error(describeError(error).message),
  })
  const save = () => {
    if (ticked.length === 0) void message.warning(text.nothing)
    else if (has('owner') && owner === null) void message.warning(text.ownerRequired)
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
        <Part label={all.tags.label} isOpen={has('tags')} onToggle={() => tick('tags')}>
          <FormRow label={all.tags.add} htmlFor={`${id}-add`}>
            <TagsField id={`${id}-add`} value={added} onChange={setAdded} />
          </FormRow>
          <FormRow label={all.tags.remove} htmlFor={`${id}-remove`}>
            <TagsField id={`${id}-remove`} isOpen={false} value={removed} onChange={setRemoved} />
          </FormRow>
        </Part>
        <Part label={text.owner} isOpen={has('owner')} onToggle={() => tick('owner')}>
          <OwnerField value={owner} onChange={setOwner} />
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

function OwnerField({ value, onChange }: { readonly value: string | null; onChange(value: string): void }) {
  const text = useLifeText().edit
  const { data, isPending } = useQuery(api.errorGroup.people.query())
  return (
    <Select
      aria-label={text.owner}
      loading={isPending}
      showSearch={{ optionFilterProp: 'label' }}
      placeholder={text.ownerRequired}
      value={value}
      options={(data?.content ?? []).map(person => ({ value: person.id, label: person.name }))}
      onChange={onChange}
    />
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
