import { DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Button, Checkbox, Form, Select } from 'antd'
import { api } from '../../../../lib/api.ts'
import { useText } from '../use-text.ts'
import { ApiBodyField } from './body-fields.tsx'
import { ScopeView } from './scope-view.tsx'

const operations = ['query', 'find', 'link', 'store', 'dispatch'] as const

/** Strategies that are published to the application: what it may do with each, and which fields it sees. */
export function ScopeFields() {
  const text = useText()
  return (
    <Form.Item label={text.form.scopes} extra={text.form.scopesHint}>
      <Form.List name="scopes">
        {(fields, { add, remove }) => (
          <>
            {fields.map(({ key, name }) => (
              <div key={key} className="gw-scope">
                <Scope name={name} />
                <Button
                  type="text"
                  size="small"
                  className="gw-scope-remove"
                  icon={<DeleteOutlined />}
                  onClick={() => remove(name)}
                >
                  {text.form.removeScope}
                </Button>
              </div>
            ))}
            <Button
              icon={<PlusOutlined />}
              onClick={() => add({ operations: ['query', 'find'], fields: [], masks: [], row_filter: [] })}
            >
              {text.form.addScope}
            </Button>
          </>
        )}
      </Form.List>
    </Form.Item>
  )
}

function Scope({ name }: { readonly name: number }) {
  const text = useText()
  const { data } = useQuery(api.strategy.list.query({ body: { t: 1 } }))
  const strategies = (data?.content ?? []).map(({ id, name: label }) => ({ value: id, label }))
  return (
    <>
      <Form.Item
        name={[name, 'strategy_id']}
        label={text.form.strategy}
        rules={[{ required: true, message: text.form.required }]}
      >
        <Select showSearch={{ optionFilterProp: 'label' }} options={strategies} />
      </Form.Item>
      <Form.Item
        name={[name, 'operations']}
        label={text.form.operations}
        rules={[{ required: true, type: 'array', min: 1, message: text.form.required }]}
      >
        <Checkbox.Group options={operations.map(value => ({ value, label: text.operations[value] }))} />
      </Form.Item>
      <Form.Item name={[name, 'fields']} label={text.form.fields} extra={text.form.fieldsHint}>
        <Select mode="tags" open={false} suffixIcon={null} tokenSeparators={[',', ' ', ';']} maxCount={200} />
      </Form.Item>
      <ScopeView name={name} />
      <ApiBodyField name={name} />
    </>
  )
}
