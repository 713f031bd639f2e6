import { DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import { Button, Form, Input } from 'antd'
import { SECRET_MASK, SecretInput } from './secret-input.tsx'
import { useUiText } from './use-text.ts'

export interface PairListProps {
  readonly name: string[]
  readonly label: string
  readonly isRequired: boolean
  /** A sealed list exists: it is never shown, and replaced as a whole or kept. */
  readonly isStored: boolean
}

/** A list of names with values, as headers or query parameters are. */
export function PairList({ name, label, isRequired, isStored }: PairListProps) {
  const text = useUiText().params
  const form = Form.useFormInstance()
  const value: unknown = Form.useWatch(name, { form, preserve: true }) ?? form.getFieldValue(name)
  const checkSome = async (_rule: unknown, pairs: ArrayLike<unknown> | undefined) => {
    if (isRequired && !pairs?.length) throw new Error(text.required(label))
  }
  if (isStored && value === SECRET_MASK)
    return (
      <Form.Item noStyle name={name}>
        <SecretInput isStored />
      </Form.Item>
    )
  return (
    <Form.List name={name} rules={[{ validator: checkSome }]}>
      {(rows, { add, remove }, { errors }) => (
        <div className="sl-pairs">
          {rows.map(row => (
            <div key={row.key} className="sl-pair">
              <Form.Item noStyle name={[row.name, 'name']}>
                <Input placeholder={text.pairName} aria-label={text.pairName} />
              </Form.Item>
              <Form.Item noStyle name={[row.name, 'value']}>
                <Input placeholder={text.pairValue} aria-label={text.pairValue} />
              </Form.Item>
              <Button
                type="text"
                aria-label={text.removePair}
                icon={<DeleteOutlined />}
                onClick={() => remove(row.name)}
              />
            </div>
          ))}
          {/* Under the list's id, an error of the list finds it. */}
          <Button
            id={name.join('_')}
            type="dashed"
            icon={<PlusOutlined />}
            onClick={() => add({ name: '', value: '' })}
          >
            {text.addPair}
          </Button>
          {isStored && (
            <Button type="link" onClick={() => form.setFieldValue(name, SECRET_MASK)}>
              {text.secretKeep}
            </Button>
          )}
          <Form.ErrorList errors={errors} />
        </div>
      )}
    </Form.List>
  )
}
