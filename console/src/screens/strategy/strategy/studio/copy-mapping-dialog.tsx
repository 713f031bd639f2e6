import type { Mapping } from '@sluice/contract'
import { useQuery } from '@tanstack/react-query'
import { Form, Radio, Select } from 'antd'
import { useId, useState } from 'react'
import { api } from '../../../../lib/api.ts'
import { Dialog } from '../../../../ui/dialog.tsx'
import { ErrorBlock } from '../../../../ui/error-block.tsx'
import { FormRow } from '../parts/form-row.tsx'
import { useStudioText } from '../texts/use-studio-text.ts'
import { mergeMapping } from './merge-mapping.ts'

export interface CopyMappingDialogProps {
  readonly strategyId: string | undefined
  readonly mapping: Mapping
  onTake(mapping: Mapping, count: number): void
  onClose(): void
}

/** Takes over the fields of another strategy's mapping. */
export function CopyMappingDialog({ strategyId, mapping, onTake, onClose }: CopyMappingDialogProps) {
  const words = useStudioText()
  const text = words.copyFrom
  const id = useId()
  const [chosen, setChosen] = useState<string | null>(null)
  const [mode, setMode] = useState<'keep' | 'replace'>('keep')
  const list = useQuery(api.strategy.list.query({ body: { t: 1 } }))
  const other = useQuery({
    ...api.strategy.get.query({ params: { id: chosen ?? '' } }),
    enabled: chosen !== null,
  })
  const copied = other.data?.content.config.mapping
  const names = new Set(mapping.fields.map(field => field.target))
  const merged = copied && mergeMapping(mapping, copied, mode)
  return (
    <Dialog
      open
      width={560}
      title={text.title}
      okText={text.take}
      cancelText={words.cancel}
      confirmLoading={other.isFetching}
      okButtonProps={{ disabled: !merged || merged.count === 0 }}
      onOk={() => merged && onTake(merged.mapping, merged.count)}
      onCancel={onClose}
    >
      <p>{text.text}</p>
      <Form layout="vertical" component="div">
        <FormRow label={text.strategy} htmlFor={id}>
          <Select
            id={id}
            showSearch={{ optionFilterProp: 'label' }}
            loading={list.isLoading}
            value={chosen}
            options={(list.data?.content ?? [])
              .filter(strategy => strategy.id !== strategyId)
              .map(strategy => ({ value: strategy.id, label: strategy.name }))}
            onChange={setChosen}
          />
        </FormRow>
        {other.error && <ErrorBlock isSmall error={other.error} onRetry={() => void other.refetch()} />}
        {copied && (
          <p aria-live="polite">
            {text.fields(copied.fields.length, copied.fields.filter(field => names.has(field.target)).length)}
          </p>
        )}
        <FormRow label={text.mode}>
          <Radio.Group
            value={mode}
            options={(['keep', 'replace'] as const).map(value => ({ value, label: text.modes[value] }))}
            onChange={event => setMode(event.target.value)}
          />
        </FormRow>
      </Form>
    </Dialog>
  )
}
