import { DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import { Button, Form, Input, Select } from 'antd'
import { useText } from '../use-text.ts'

const rules = ['hide', 'ends', 'hash'] as const
const operators = ['is', 'not', 'starts'] as const

/** What of the records is shown to the application: fields in part, and which rows at all. */
export function ScopeView({ name }: { readonly name: number }) {
  const text = useText()
  const required = { required: true, whitespace: true, message: text.form.required }
  return (
    <>
      <MaskFields list="scopes" name={name} />
      <Form.Item label={text.view.filter} extra={text.view.filterHint}>
        <Form.List name={[name, 'row_filter']}>
          {(rows, { add, remove }) => (
            <>
              {rows.map(({ key, name: at }) => (
                <div key={key} className="gw-rule">
                  <Form.Item name={[at, 'field']} rules={[required]}>
                    <Input aria-label={text.view.field} placeholder={text.view.field} maxLength={200} />
                  </Form.Item>
                  <Form.Item name={[at, 'op']} rules={[required]}>
                    <Select
                      aria-label={text.view.operator}
                      options={operators.map(value => ({ value, label: text.view.operators[value] }))}
                    />
                  </Form.Item>
                  <Form.Item
                    name={[at, 'values']}
                    rules={[{ required: true, type: 'array', min: 1, message: text.form.required }]}
                  >
                    <Select
                      mode="tags"
                      open={false}
                      suffixIcon={null}
                      aria-label={text.view.values}
                      placeholder={text.view.values}
                      maxCount={100}
                    />
                  </Form.Item>
                  <Remove onClick={() => remove(at)} />
                </div>
              ))}
              <Button size="small" icon={<PlusOutlined />} onClick={() => add({ op: 'is' })}>
                {text.view.addCondition}
              </Button>
            </>
          )}
        </Form.List>
      </Form.Item>
    </>
  )
}

export interface MaskFieldsProps {
  /** Of the form, in which the fields stand. */
  readonly list: 'scopes' | 'assets'
  readonly name: number
}

/** Fields that are shown in part. */
export function MaskFields({ list, name }: MaskFieldsProps) {
  const text = useText()
  const required = { required: true, whitespace: true, message: text.form.required }
  const fields = (Form.useWatch<string[] | undefined>([list, name, 'fields']) ?? []).map(value => ({ value }))
  return (
    <Form.Item label={text.view.masks} extra={text.view.masksHint}>
      <Form.List name={[name, 'masks']}>
        {(rows, { add, remove }) => (
          <>
            {rows.map(({ key, name: at }) => (
              <div key={key} className="gw-rule">
                <Form.Item name={[at, 'field']} rules={[required]}>
                  <Select aria-label={text.view.field} placeholder={text.view.field} options={fields} />
                </Form.Item>
                <Form.Item name={[at, 'rule']} rules={[required]}>
                  <Select
                    aria-label={text.view.rule}
                    options={rules.map(value => ({ value, label: text.view.rules[value] }))}
                  />
                </Form.Item>
                <Remove onClick={() => remove(at)} />
              </div>
            ))}
            <Button size="small" icon={<PlusOutlined />} onClick={() => add({ rule: 'ends' })}>
              {text.view.addMask}
            </Button>
          </>
        )}
      </Form.List>
    </Form.Item>
  )
}

function Remove({ onClick }: { readonly onClick: () => void }) {
  const text = useText()
  return <Button type="text" icon={<DeleteOutlined />} aria-label={text.form.removeScope} onClick={onClick} />
}
