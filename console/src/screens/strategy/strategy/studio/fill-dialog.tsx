import type { MappingField } from '@sluice/contract'
import { Button, Form, Input, Radio, Select } from 'antd'
import { useId, useState } from 'react'
import { Dialog } from '../../../../ui/dialog.tsx'
import { FormRow } from '../parts/form-row.tsx'
import { useStudioText } from '../texts/use-studio-text.ts'
import { changeAt, pathOfKey, type TreeNode } from './field-tree-model.ts'
import { type Filling, fillField } from './merge-mapping.ts'

export interface FillDialogProps {
  readonly nodes: readonly TreeNode[]
  readonly fields: readonly MappingField[]
  onFill(fields: MappingField[]): void
  onClose(): void
}

const whats: readonly Filling['what'][] = ['constant', 'null', 'fallback', 'whenMissing']

/** The same for many fields at once. */
export function FillDialog({ nodes, fields, onFill, onClose }: FillDialogProps) {
  const words = useStudioText()
  const text = words.fill
  const id = useId()
  const [chosen, setChosen] = useState<readonly string[]>([])
  const [what, setWhat] = useState<Filling['what']>('constant')
  const [value, setValue] = useState('')
  const hasValue = what === 'constant' || what === 'fallback'
  const filling: Filling = what === 'constant' || what === 'fallback' ? { what, value } : { what }
  const leaves = nodes.filter(node => !node.hasChildren)
  return (
    <Dialog
      open
      width={600}
      title={text.title}
      okText={text.take(chosen.length)}
      cancelText={words.cancel}
      okButtonProps={{ disabled: chosen.length === 0 }}
      onOk={() =>
        onFill(
          chosen.reduce<MappingField[]>(
            (all, key) => changeAt(all, pathOfKey(key), field => fillField(field, filling)),
            [...fields],
          ),
        )
      }
      onCancel={onClose}
    >
      <Form layout="vertical" component="div">
        <FormRow
          label={text.fields}
          htmlFor={`${id}-fields`}
          hint={
            <Button
              type="link"
              size="small"
              onClick={() => setChosen(leaves.filter(node => !node.isMapped).map(node => node.key))}
            >
              {text.unmapped}
            </Button>
          }
        >
          <Select
            id={`${id}-fields`}
            mode="multiple"
            maxTagCount={12}
            showSearch={{ optionFilterProp: 'label' }}
            value={[...chosen]}
            options={leaves.map(node => ({
              value: node.key,
              label: [node.name, node.spec?.label].filter(Boolean).join(' · '),
            }))}
            onChange={(keys: string[]) => setChosen(keys)}
          />
        </FormRow>
        <FormRow label={text.what}>
          <Radio.Group
            vertical
            value={what}
            options={whats.map(value => ({ value, label: text.whats[value] }))}
            onChange={event => setWhat(event.target.value)}
          />
        </FormRow>
        {hasValue && (
          <FormRow label={text.value} htmlFor={`${id}-value`}>
            <Input id={`${id}-value`} value={value} onChange={event => setValue(event.target.value)} />
          </FormRow>
        )}
      </Form>
    </Dialog>
  )
}
