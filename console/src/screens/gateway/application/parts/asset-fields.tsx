import { DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import { Button, Form, Select } from 'antd'
import { api } from '../../../../lib/api.ts'
import { ConnectorSelect } from '../../../../parts/connector-select.tsx'
import { type Findable, FindSelect, type FindSelectProps } from '../../../../parts/find-select.tsx'
import { useText } from '../use-text.ts'
import { ApiBodyField } from './body-fields.tsx'
import { MaskFields } from './scope-view.tsx'

type Asset = Awaited<ReturnType<typeof api.apiAsset.get>>['content']

// One that writes is no matter of a call that may come twice.
const assets: Findable<Pick<Asset, 'id' | 'name' | 'platform_name'>> = {
  key: [...api.apiAsset.list.key(), 'published queries'],
  list: query => api.apiAsset.list({ query: { ...query, type: 'QUERY', status: 'published', sort: 'name' } }),
  get: id => api.apiAsset.get({ params: { id } }),
  labelOf: ({ name, platform_name }) => `${name} · ${platform_name}`,
}

/** API assets that the application calls itself, each by a connector, and what it sees of their answers. */
export function AssetFields() {
  const text = useText()
  return (
    <Form.Item label={text.form.assets} extra={text.form.assetsHint}>
      <Form.List name="assets">
        {(fields, { add, remove }) => (
          <>
            {fields.map(({ key, name }) => (
              <div key={key} className="gw-scope">
                <Asset name={name} />
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
            <Button icon={<PlusOutlined />} onClick={() => add({ fields: [], masks: [] })}>
              {text.form.addAsset}
            </Button>
          </>
        )}
      </Form.List>
    </Form.Item>
  )
}

function Asset({ name }: { readonly name: number }) {
  const text = useText().form
  const required = { required: true, message: text.required }
  return (
    <>
      <Form.Item name={[name, 'asset_id']} label={text.asset} rules={[required]}>
        <AssetChoice aria-label={text.asset} />
      </Form.Item>
      <Form.Item name={[name, 'connector_id']} label={text.connector} extra={text.connectorHint} rules={[required]}>
        <ConnectorChoice aria-label={text.connector} />
      </Form.Item>
      <Form.Item name={[name, 'fields']} label={text.fields} extra={text.assetFieldsHint}>
        <Select mode="tags" open={false} suffixIcon={null} tokenSeparators={[',', ' ', ';']} maxCount={200} />
      </Form.Item>
      <MaskFields list="assets" name={name} />
      <ApiBodyField name={name} />
    </>
  )
}

/** The form gives value and onChange. */
interface ChoiceProps extends Pick<FindSelectProps<Asset>, 'id' | 'aria-label'> {
  readonly value?: string
  readonly onChange?: (id: string | undefined) => void
}

const AssetChoice = ({ value, onChange, ...rest }: ChoiceProps) => (
  <FindSelect {...rest} of={assets} value={value} onChange={id => onChange?.(id)} />
)

const ConnectorChoice = ({ value, onChange, ...rest }: ChoiceProps) => (
  <ConnectorSelect {...rest} value={value} onChange={id => onChange?.(id)} />
)
