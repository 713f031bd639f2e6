import { useQuery } from '@tanstack/react-query'
import { Checkbox, Form, Input, Select } from 'antd'
import { useState } from 'react'
import { api } from '../../../../lib/api.ts'
import { DayField } from '../../../../ui/day-field.tsx'
import { Dialog } from '../../../../ui/dialog.tsx'
import { useAct } from '../../flow/public.ts'
import { useText } from '../use-text.ts'

interface Props {
  /** As they were seen: whoever changed one meanwhile stops it, and is named. */
  readonly lines: readonly { readonly side: 'a' | 'b'; readonly id: string; readonly version: number }[]
  onDone(): void
  onClose(): void
}

const [KEEP, NOBODY] = ['keep', 'nobody']

/** Gives lines to a person who may settle them, with a date. */
export function AssignDialog({ lines, onDone, onClose }: Props) {
  const all = useText()
  const text = all.assign
  const { data } = useQuery(api.difference.people.query())
  const [person, setPerson] = useState(KEEP)
  const [due, setDue] = useState<string | undefined>()
  const [isWithout, setWithout] = useState(false)
  const [comment, setComment] = useState('')
  const act = useAct(async (_: null) => {
    const body = {
      lines: lines.map(({ side, id, version }) => ({ side, id, version })),
      ...(person !== KEEP && { assignee_id: person === NOBODY ? null : person }),
      ...((isWithout || due !== undefined) && { due_on: isWithout ? null : due }),
      comment,
    }
    const { content } = await api.difference.assign({ body })
    return all.done(content.changed)
  }, onDone)
  const isNothing = person === KEEP && due === undefined && !isWithout
  const people = data?.content.map(({ id, name, username }) => ({
    value: id,
    label: name === username ? name : `${name}（${username}）`,
  }))
  return (
    <Dialog
      open
      width={460}
      title={text.title(lines.length)}
      okText={text.ok}
      cancelText={all.cancel}
      okButtonProps={{ disabled: isNothing }}
      confirmLoading={act.isPending}
      onOk={() => act.mutate(null)}
      onCancel={onClose}
    >
      <Form layout="vertical">
        <Form.Item label={text.person} extra={text.hint}>
          <Select
            aria-label={text.person}
            showSearch={{ optionFilterProp: 'label' }}
            value={person}
            options={[{ value: KEEP, label: text.keep }, { value: NOBODY, label: text.nobody }, ...(people ?? [])]}
            onChange={setPerson}
          />
        </Form.Item>
        <Form.Item label={text.due} extra={isNothing ? text.nothing : undefined}>
          <DayField
            aria-label={text.due}
            placeholder={text.keepDue}
            value={isWithout ? undefined : due}
            onChange={setDue}
          />{' '}
          <Checkbox checked={isWithout} onChange={event => setWithout(event.target.checked)}>
            {text.noDue}
          </Checkbox>
        </Form.Item>
        <Form.Item label={text.comment}>
          <Input.TextArea
            aria-label={text.comment}
            maxLength={2000}
            autoSize={{ minRows: 1, maxRows: 4 }}
            value={comment}
            onChange={event => setComment(event.target.value)}
          />
        </Form.Item>
      </Form>
    </Dialog>
  )
}
