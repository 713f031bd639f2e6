import { useMutation, useQuery } from '@tanstack/react-query'
import { Form, Input } from 'antd'
import { useId, useState } from 'react'
import { message } from '../../../../lib/announce.ts'
import { api } from '../../../../lib/api.ts'
import { describeError } from '../../../../lib/describe-error.ts'
import { queryClient } from '../../../../lib/query.ts'
import { useTenantTimeZone } from '../../../../lib/session.ts'
import { Dialog } from '../../../../ui/dialog.tsx'
import { ErrorBlock } from '../../../../ui/error-block.tsx'
import { Skeleton } from '../../../../ui/skeleton.tsx'
import { fromTemplate } from '../model.ts'
import { ConnectorChoice } from '../parts/connector-choice.tsx'
import { FormRow } from '../parts/form-row.tsx'
import { useTemplateText } from '../texts/use-template-text.ts'
import type { Draft, Template } from '../types.ts'
import './template.css'
import { TemplateList } from './template-list.tsx'

export interface TemplateDialogProps {
  onUse(draft: Draft): void
  onClose(): void
}

const sides = ['source', 'target'] as const
const nowhere: Readonly<Record<(typeof sides)[number], string | undefined>> = { source: undefined, target: undefined }

/** Begins a new strategy with a template: which one, and a connector for each of its open places. */
export function TemplateDialog({ onUse, onClose }: TemplateDialogProps) {
  const text = useTemplateText()
  const field = useId()
  const [typed, setTyped] = useState('')
  const [chosen, setChosen] = useState<Template | null>(null)
  const [connectors, setConnectors] = useState(nowhere)
  const [showProblems, setShowProblems] = useState(false)
  const { data, error, refetch } = useQuery(api.strategyTemplate.list.query())
  const use = useTemplate(onUse)
  const submit = () => {
    const { source, target } = connectors
    if (chosen === null || source === undefined || target === undefined) setShowProblems(true)
    else use.mutate({ template: chosen, source, target })
  }
  return (
    <Dialog
      open
      width={760}
      title={text.title}
      okText={text.use}
      cancelText={text.cancel}
      confirmLoading={use.isPending}
      onOk={submit}
      onCancel={onClose}
    >
      <p>{text.text}</p>
      <Input.Search
        allowClear
        aria-label={text.search}
        placeholder={text.search}
        value={typed}
        onChange={event => setTyped(event.target.value)}
      />
      {error && <ErrorBlock isSmall error={error} onRetry={() => void refetch()} />}
      {data === undefined && !error && <Skeleton rows={4} />}
      {data && (
        <TemplateList
          templates={data.content.filter(template => isFound(template, typed))}
          chosen={chosen}
          onChoose={template => {
            setChosen(template)
            setConnectors(nowhere)
          }}
        />
      )}
      {showProblems && chosen === null && (
        <p role="alert" className="st-required">
          {text.chooseTemplate}
        </p>
      )}
      {chosen && (
        <Form layout="vertical" component="div" className="st-columns">
          {sides.map(side => (
            <FormRow
              key={side}
              isRequired
              label={text[side]}
              htmlFor={`${field}-${side}`}
              problem={showProblems && connectors[side] === undefined ? text.connectorRequired : undefined}
            >
              <ConnectorChoice
                id={`${field}-${side}`}
                side={side}
                platformId={chosen[side].platform_id ?? undefined}
                value={connectors[side]}
                placeholder={text.chooseConnector(chosen[side].platform_name)}
                onChange={value => setConnectors({ ...connectors, [side]: value })}
              />
            </FormRow>
          ))}
        </Form>
      )}
    </Dialog>
  )
}

function isFound({ name, description, source, target }: Template, typed: string): boolean {
  const said = [name, description, source.platform_name, target.platform_name, source.resource, target.resource]
  return said.join('\n').toLowerCase().includes(typed.trim().toLowerCase())
}

interface Wish {
  readonly template: Template
  readonly source: string
  readonly target: string
}

function useTemplate(onUse: (draft: Draft) => void) {
  const text = useTemplateText()
  const zone = useTenantTimeZone()
  return useMutation({
    mutationFn: async ({ template }: Wish) => (await api.strategyTemplate.use({ params: { id: template.id } })).content,
    onSuccess({ config, maps }, { template, source, target }) {
      const made = maps.filter(map => map.is_new).map(map => map.name)
      void message.success(made.length === 0 ? text.used : text.mapsMade(made.join(', ')))
      if (made.length > 0) void queryClient.invalidateQueries({ queryKey: ['mapping'] })
      onUse(fromTemplate(config, { name: template.name, source, target, zone }))
    },
    onError: error => void message.error(describeError(error).message),
  })
}
