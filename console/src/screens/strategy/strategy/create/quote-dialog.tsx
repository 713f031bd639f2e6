import { useMutation, useQuery } from '@tanstack/react-query'
import { Form, Input, Select } from 'antd'
import { useId, useState } from 'react'
import { useNavigate } from 'react-router'
import { message } from '../../../../lib/announce.ts'
import { api } from '../../../../lib/api.ts'
import { describeError } from '../../../../lib/describe-error.ts'
import { queryClient } from '../../../../lib/query.ts'
import { Dialog } from '../../../../ui/dialog.tsx'
import { LONGEST_NAME, nameCopy } from '../model.ts'
import { strategyDetail } from '../pages.ts'
import { ConnectorChoice } from '../parts/connector-choice.tsx'
import { FormRow } from '../parts/form-row.tsx'
import { useLifeText } from '../texts/use-life-text.ts'

const asTheyAre: Readonly<Record<'source' | 'target', string | undefined>> = { source: undefined, target: undefined }

/** A new strategy that begins with another's configuration. */
export function QuoteDialog({ onClose }: { onClose(): void }) {
  const all = useLifeText()
  const text = all.quote
  const navigate = useNavigate()
  const field = useId()
  const [quoted, setQuoted] = useState<string | null>(null)
  /** null: what is proposed. */
  const [typed, setTyped] = useState<string | null>(null)
  const [connectors, setConnectors] = useState(asTheyAre)
  const [showProblems, setShowProblems] = useState(false)
  const strategies = useQuery(api.strategy.list.query({ body: { t: 1 } }))
  const known = strategies.data?.content ?? []
  const name = typed ?? proposeName(known, quoted, all.copy.tail)
  const original = useQuery({
    ...api.strategy.get.query({ params: { id: quoted ?? '' } }),
    enabled: quoted !== null,
  }).data?.content
  const create = useMutation({
    mutationFn: (strategyId: string) =>
      api.strategyCopy.quote({
        body: {
          strategy_id: strategyId,
          name: name.trim(),
          ...(original && { group: original.group }),
          ...(connectors.source !== undefined && { source_connector_id: connectors.source }),
          ...(connectors.target !== undefined && { target_connector_id: connectors.target }),
        },
      }),
    async onSuccess({ content }) {
      void message.success(text.done)
      void queryClient.invalidateQueries({ queryKey: ['strategy'] })
      onClose()
      await navigate(strategyDetail.href({ params: { id: content.id } }))
    },
    onError: error => void message.error(describeError(error).message),
  })
  const save = () => {
    if (quoted === null || name.trim() === '') setShowProblems(true)
    else create.mutate(quoted)
  }
  return (
    <Dialog
      open
      width={560}
      title={text.title}
      okText={text.action}
      cancelText={all.cancel}
      confirmLoading={create.isPending}
      onOk={save}
      onCancel={onClose}
    >
      <p>{text.text}</p>
      <Form layout="vertical" component="div">
        <FormRow
          isRequired
          label={text.strategy}
          htmlFor={`${field}-quoted`}
          problem={showProblems && quoted === null ? text.strategyRequired : undefined}
        >
          <Select
            id={`${field}-quoted`}
            showSearch={{ optionFilterProp: 'label' }}
            loading={strategies.isPending}
            placeholder={text.strategyRequired}
            value={quoted}
            options={known.map(row => ({
              value: row.id,
              label: `${row.name} · ${row.code}`,
            }))}
            onChange={(id: string) => {
              setQuoted(id)
              setConnectors(asTheyAre)
            }}
          />
        </FormRow>
        <FormRow
          isRequired
          label={all.name}
          htmlFor={`${field}-name`}
          problem={showProblems && name.trim() === '' ? all.nameRequired : undefined}
        >
          <Input
            id={`${field}-name`}
            maxLength={LONGEST_NAME}
            autoComplete="off"
            value={name}
            onChange={event => setTyped(event.target.value)}
          />
        </FormRow>
        {original && (
          <div className="st-columns">
            {(['source', 'target'] as const).map(role => (
              <FormRow key={role} label={text[role]} htmlFor={`${field}-${role}`}>
                <ConnectorChoice
                  id={`${field}-${role}`}
                  side={role}
                  platformId={original[role].platform_id}
                  value={connectors[role]}
                  placeholder={original[role].connector_name}
                  onChange={value => setConnectors({ ...connectors, [role]: value })}
                />
              </FormRow>
            ))}
          </div>
        )}
      </Form>
    </Dialog>
  )
}

interface Known {
  readonly id: string
  readonly name: string
}

/** As a copy would be named, once it is chosen what is quoted. */
function proposeName(known: readonly Known[], quoted: string | null, tail: string): string {
  const original = known.find(row => row.id === quoted)
  return original ? nameCopy(original.name, tail, new Set(known.map(row => row.name))) : ''
}
