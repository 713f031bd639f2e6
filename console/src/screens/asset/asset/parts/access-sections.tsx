import { DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import { Button, Checkbox, Input, InputNumber, Select, Switch, Typography } from 'antd'
import { Row } from '../../../../parts/row.tsx'
import { SECRET_MASK, SecretInput } from '../../../../ui/secret-input.tsx'
import { Section } from '../../../../ui/section.tsx'
import { CallbackAddress } from '../../../connect/connector/public.ts'
import type { Template, TemplateProps } from '../types.ts'
import { useText } from '../use-text.ts'

const EMPTY: NonNullable<Template['oauth2']> = {
  grant_type: 'client_credentials',
  authorize_url: '',
  token_url: '/oauth/token',
  refresh_url: '',
  scope: '',
  expires_field: 'expires_in',
  client_style: 'body',
}

/** Signing in by OAuth2. */
export function OAuthSection({ template: { oauth2 }, patch }: TemplateProps) {
  const text = useText().platformForm
  const set = (change: Partial<NonNullable<Template['oauth2']>>) =>
    oauth2 && patch({ oauth2: { ...oauth2, ...change } })
  const texts = [
    ...(oauth2?.grant_type === 'authorization_code' ? ([['authorize_url', text.authorizeUrl]] as const) : []),
    ['token_url', text.tokenUrl],
    ...(oauth2?.grant_type === 'authorization_code' ? ([['refresh_url', text.refreshUrl]] as const) : []),
    ['scope', text.scope],
    ['expires_field', text.expiresField],
  ] as const
  return (
    <Section title={text.oauth2} text={text.oauth2Text}>
      <Row label={text.oauth2On}>
        <Switch checked={oauth2 !== null} onChange={isOn => patch({ oauth2: isOn ? EMPTY : null })} />
      </Row>
      {oauth2 && (
        <div className="as-columns">
          <Row label={text.grantType}>
            <Select
              value={oauth2.grant_type}
              options={(['client_credentials', 'authorization_code'] as const).map(value => ({
                value,
                label: text.grants[value],
              }))}
              onChange={grant_type => set({ grant_type })}
            />
          </Row>
          {texts.map(([name, label]) => (
            <Row key={name} label={label}>
              <Input value={oauth2[name]} onChange={event => set({ [name]: event.target.value.trim() })} />
            </Row>
          ))}
          <Row label={text.clientStyle}>
            <Select
              value={oauth2.client_style}
              options={(['body', 'basic'] as const).map(value => ({ value, label: text.clientStyles[value] }))}
              onChange={client_style => set({ client_style })}
            />
          </Row>
        </div>
      )}
      {oauth2?.grant_type === 'authorization_code' && <CallbackAddress />}
    </Section>
  )
}

interface AppSectionProps extends TemplateProps {
  /** As the server has it: which secrets are set. */
  readonly saved: Template['app']
  problemOf(field: string): string | undefined
}

/** Credentials of the vendor's own app, one set for all connectors. */
export function AppSection({ template: { app }, saved, patch, problemOf }: AppSectionProps) {
  const all = useText()
  const text = all.platformForm
  const set = (at: number, change: Partial<Template['app'][number]>) =>
    patch({ app: app.map((entry, index) => (index === at ? { ...entry, ...change } : entry)) })
  return (
    <Section title={text.app} text={text.appText}>
      {app.length > 0 && (
        <table className="as-table" aria-label={text.app}>
          <thead>
            <tr>
              <th scope="col">{text.appName}</th>
              <th scope="col">{text.appValue}</th>
              <th scope="col">{text.appSecret}</th>
              <th scope="col">{all.actions}</th>
            </tr>
          </thead>
          <tbody>
            {app.map((entry, at) => (
              // A row keeps its place while it is typed into.
              // biome-ignore lint/suspicious/noArrayIndexKey: see above
              <tr key={at}>
                <td>
                  <Input
                    className="sl-code"
                    aria-label={`${text.appName} ${at + 1}`}
                    value={entry.name}
                    onChange={event => set(at, { name: event.target.value.trim() })}
                  />
                </td>
                <td>
                  {entry.secret ? (
                    <SecretInput
                      isStored={saved.some(({ name, value }) => name === entry.name && value === SECRET_MASK)}
                      placeholder={`${text.appValue} ${entry.name}`}
                      value={entry.value}
                      onChange={value => set(at, { value: typeof value === 'string' ? value : '' })}
                    />
                  ) : (
                    <Input
                      aria-label={`${text.appValue} ${entry.name}`}
                      value={entry.value}
                      onChange={event => set(at, { value: event.target.value })}
                    />
                  )}
                  {problemOf(`app.${at}.value`) && (
                    <Typography.Text type="danger">{problemOf(`app.${at}.value`)}</Typography.Text>
                  )}
                </td>
                <td>
                  <Checkbox
                    aria-label={`${text.appSecret} ${entry.name}`}
                    checked={entry.secret}
                    onChange={event => set(at, { secret: event.target.checked, value: '' })}
                  />
                </td>
                <td>
                  <Button
                    type="text"
                    icon={<DeleteOutlined />}
                    aria-label={`${all.remove} ${entry.name}`}
                    onClick={() => patch({ app: app.filter((_, index) => index !== at) })}
                  />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <Button
        className="as-add"
        type="dashed"
        icon={<PlusOutlined />}
        onClick={() => patch({ app: [...app, { name: '', value: '', secret: true }] })}
      >
        {all.add}
      </Button>
    </Section>
  )
}

/** What new connectors start with. */
export function LimitsSection({ template, patch }: TemplateProps) {
  const text = useText().platformForm
  const rows = [
    ['rate_per_second', text.rate, 0.001, 100_000],
    ['concurrency', text.concurrency, 1, 1000],
    ['timeout_ms', text.timeout, 1000, 600_000],
  ] as const
  return (
    <Section title={text.limits} text={text.limitsText}>
      <div className="as-columns">
        {rows.map(([name, label, min, max]) => (
          <Row key={name} label={label}>
            <InputNumber
              className="sl-wide"
              min={min}
              max={max}
              value={template[name]}
              onChange={value => patch({ [name]: value })}
            />
          </Row>
        ))}
      </div>
    </Section>
  )
}
