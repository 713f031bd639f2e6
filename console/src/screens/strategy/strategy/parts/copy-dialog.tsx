import { useMutation, useQuery } from '@tanstack/react-query'
import { Form, Input } from 'antd'
import { useId, useState } from 'react'
import { message } from '../../../../lib/announce.ts'
import { api } from '../../../../lib/api.ts'
import { describeError } from '../../../../lib/describe-error.ts'
import { queryClient } from '../../../../lib/query.ts'
import { Dialog } from '../../../../ui/dialog.tsx'
import { LONGEST_NAME, nameCopy } from '../model.ts'
import { useLifeText } from '../texts/use-life-text.ts'
import { ConnectorChoice } from './connector-choice.tsx'
import { FormRow } from './form-row.tsx'
import '../strategy.css'

export interface CopyDialogProps {
  readonly ids: readonly string[]
  onClose(): void
  /** Every one was copied; the ids of the copies. */
  onCopied(copies: readonly string[]): void
}

/** Each copy gets a name; connectors are exchanged for all of them. What was refused stays, with the reason. */
export function CopyDialog({ ids, onClose, onCopied }: CopyDialogProps) {
  const text = useLifeText()
  const [left, setLeft] = useState(ids)
  const [names, setNames] = useState<Readonly<Record<string, string>>>({})
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({})
  const [source, setSource] = useState<string | undefined>()
  const [target, setTarget] = useState<string | undefined>()
  const all = useQuery(api.strategy.list.query({ body: { t: 1 } }))
  const nameOf = (id: string): string => all.data?.content.find(row => row.id === id)?.name ?? ''
  const taken = new Set(all.data?.content.map(row => row.name))
  const copyName = (id: string): string => names[id] ?? nameCopy(nameOf(id), text.copy.tail, taken)
  const copy = useMutation({
    mutationFn: () =>
      api.strategyCopy.batch({
        body: {
          items: left.map(id => ({
            id,
            name: copyName(id),
            ...(source !== undefined && { source_connector_id: source }),
            ...(target !== undefined && { target_connector_id: target }),
          })),
        },
      }),
    onSuccess({ content }) {
      const refused = content.filter(row => !row.ok)
      const copies = content.flatMap(row => row.copy_id ?? [])
      if (copies.length > 0) {
        void message.success(text.copy.done(copies.length))
        void queryClient.invalidateQueries({ queryKey: ['strategy'] })
      }
      setLeft(refused.map(row => row.id))
      setProblems(Object.fromEntries(refused.map(row => [row.id, row.message])))
      if (refused.length === 0) onCopied(copies)
    },
    onError: error => void message.error(describeError(error).message),
  })
  const isReady = all.data !== undefined && left.every(id => copyName(id).trim() !== '')
  const field = useId()
  return (
    <Dialog
      open
      width={640}
      title={text.copy.title(left.length)}
      okText={text.copy.action}
      cancelText={text.cancel}
      confirmLoading={copy.isPending}
      okButtonProps={{ disabled: !isReady }}
      onOk={() => copy.mutate()}
      onCancel={onClose}
    >
      <p>{text.copy.text}</p>
      <Form layout="vertical" component="div">
        {left.map(id => (
          <FormRow
            key={id}
            label={nameOf(id)}
            htmlFor={`${field}-${id}`}
            problem={copyName(id).trim() === '' && all.data ? text.nameRequired : problems[id]}
          >
            <Input
              id={`${field}-${id}`}
              maxLength={LONGEST_NAME}
              autoComplete="off"
              value={copyName(id)}
              onChange={event => setNames({ ...names, [id]: event.target.value })}
            />
          </FormRow>
        ))}
        <div className="st-columns">
          {(['source', 'target'] as const).map(role => (
            <FormRow key={role} label={text.copy[role]} htmlFor={`${field}-${role}`}>
              <ConnectorChoice
                id={`${field}-${role}`}
                side={role}
                value={role === 'source' ? source : target}
                placeholder={text.keep}
                onChange={role === 'source' ? setSource : setTarget}
              />
            </FormRow>
          ))}
        </div>
      </Form>
    </Dialog>
  )
}
