import { useMutation } from '@tanstack/react-query'
import { Form, Select } from 'antd'
import { useId, useState } from 'react'
import { message } from '../../../../lib/announce.ts'
import { api } from '../../../../lib/api.ts'
import { describeError } from '../../../../lib/describe-error.ts'
import { Dialog } from '../../../../ui/dialog.tsx'
import { useText } from '../use-text.ts'
import { refreshErrors } from './refresh-errors.ts'
import { usePeople } from './use-people.ts'

export interface AssignDialogProps {
  readonly ids: readonly string[]
  onClose(): void
  onDone(): void
}

const NOBODY = ''

/** Who looks after groups. */
export function AssignDialog({ ids, onClose, onDone }: AssignDialogProps) {
  const text = useText()
  const people = usePeople()
  const field = useId()
  const [person, setPerson] = useState(NOBODY)
  const [problem, setProblem] = useState<string>()
  const assign = useMutation({
    mutationFn: () => api.errorGroup.assign({ body: { ids: [...ids], user_id: person === NOBODY ? null : person } }),
    async onSuccess() {
      void message.success(text.batch.done)
      onClose()
      await refreshErrors()
      onDone()
    },
    onError: error => setProblem(describeError(error).message),
  })
  return (
    <Dialog
      open
      title={text.assign.title}
      okText={text.save}
      cancelText={text.cancel}
      confirmLoading={assign.isPending}
      onOk={() => assign.mutate()}
      onCancel={onClose}
    >
      <Form layout="vertical" component="div">
        <Form.Item
          label={text.assign.title}
          htmlFor={field}
          extra={text.assign.text}
          {...(problem === undefined ? {} : { validateStatus: 'error' as const, help: problem })}
        >
          <Select
            id={field}
            showSearch={{ optionFilterProp: 'label' }}
            value={person}
            onChange={next => {
              setPerson(next)
              setProblem(undefined)
            }}
            options={[
              { value: NOBODY, label: text.assign.nobody },
              ...people.map(({ id, name }) => ({ value: id, label: name })),
            ]}
          />
        </Form.Item>
      </Form>
    </Dialog>
  )
}
