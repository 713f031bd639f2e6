import { useMutation, useQuery } from '@tanstack/react-query'
import { Alert, Form, Input, Select } from 'antd'
import { useState } from 'react'
import { message } from '../../../../lib/announce.ts'
import { api } from '../../../../lib/api.ts'
import { describeError } from '../../../../lib/describe-error.ts'
import { Row } from '../../../../parts/row.tsx'
import { Dialog } from '../../../../ui/dialog.tsx'
import { FirstField } from '../../../../ui/first-field.tsx'
import { Skeleton } from '../../../../ui/skeleton.tsx'
import type { Package } from '../types.ts'
import { useText } from '../use-text.ts'

export interface LiftDialogProps {
  readonly made: Package
  onMade(made: Package): void
  onClose(): void
}

const NAME = /^[a-z][a-z0-9_]{0,39}$/

/** Asks for a value instead of the constant that stands in an object. */
export function LiftDialog({ made, onMade, onClose }: LiftDialogProps) {
  const text = useText()
  const params = { id: made.id }
  const { data, error } = useQuery(api.solutionPackage.constants.query({ params }))
  const [place, setPlace] = useState<number | null>(null)
  const [name, setName] = useState('')
  const [title, setTitle] = useState('')
  const constants = data?.content ?? []
  const chosen = place === null ? undefined : constants[place]
  const lift = useMutation({
    mutationFn: ({ path, field }: { readonly path: string; readonly field: string }) =>
      api.solutionPackage.lift({ params, body: { lock: made.lock, path, field, name, title: title.trim() } }),
    onSuccess: ({ content }) => {
      message.success(text.lifted)
      onMade(content)
      onClose()
    },
  })
  const failure = error ?? lift.error
  return (
    <Dialog
      open
      width={560}
      title={text.liftTitle}
      okText={text.lift}
      cancelText={text.cancel}
      confirmLoading={lift.isPending}
      okButtonProps={{ disabled: !chosen || !NAME.test(name) || title.trim() === '' }}
      onOk={() => chosen && lift.mutate(chosen)}
      onCancel={onClose}
    >
      <p>{text.liftText}</p>
      {failure && <Alert type="error" showIcon title={describeError(failure).message} />}
      {!data && !error && <Skeleton rows={3} />}
      {data && constants.length === 0 && <p>{text.noConstants}</p>}
      {constants.length > 0 && (
        <Form layout="vertical" component="div">
          <FirstField />
          <Row label={text.fields.value} isRequired>
            <Select
              className="sl-wide"
              showSearch={{ optionFilterProp: 'label' }}
              value={place}
              options={constants.map((each, at) => ({ value: at, label: `${each.value} · ${each.place}` }))}
              onChange={setPlace}
            />
          </Row>
          <Row label={text.fields.title} isRequired>
            <Input maxLength={60} value={title} onChange={event => setTitle(event.target.value)} />
          </Row>
          <Row label={text.fields.name} isRequired>
            <Input maxLength={40} value={name} autoComplete="off" onChange={event => setName(event.target.value)} />
          </Row>
        </Form>
      )}
    </Dialog>
  )
}
