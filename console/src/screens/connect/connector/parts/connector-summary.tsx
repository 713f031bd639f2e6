import { LockOutlined } from '@ant-design/icons'
import { useWords } from '../../../../lib/i18n.ts'
import { isShown } from '../../../../ui/param-values.ts'
import { PlatformIcon } from '../../../../ui/platform-icon.tsx'
import { StateTag } from '../../../../ui/state-tag.tsx'
import { useUiText } from '../../../../ui/use-text.ts'
import { describeParams, type FilledParam } from '../describe-params.ts'
import type { Connector } from '../types.ts'
import { useText } from '../use-text.ts'
import { usePlatforms } from './queries.ts'

/** A connector for reading: its head and every parameter, secrets as set or not. */
export function ConnectorSummary({ connector }: { readonly connector: Connector }) {
  const text = useText()
  const { states } = useUiText()
  const say = useWords()
  const platforms = usePlatforms()
  const params = platforms.data?.find(platform => platform.id === connector.platform_id)?.connector_params ?? []
  const shown = params.filter(param => isShown(param, connector.params))
  const items = [
    {
      key: 'platform',
      label: text.list.columns.platform,
      children: (
        <span className="cn-side">
          <PlatformIcon icon={connector.platform_icon} size={20} /> {connector.platform_name}
        </span>
      ),
    },
    { key: 'env', label: text.form.env, children: states.env[connector.env] },
    {
      key: 'status',
      label: text.list.columns.status,
      children: <StateTag kind="connector" state={connector.status} />,
    },
    ...(connector.remark === '' ? [] : [{ key: 'remark', label: text.form.remark, children: connector.remark }]),
    ...describeParams(shown, connector.params, say).map(filled => ({
      key: `params.${filled.param.field}`,
      label: say(filled.param.label),
      children: <Filled filled={filled} />,
    })),
  ]
  return (
    <dl className="sl-facts cn-facts">
      {items.map(item => (
        <div key={item.key}>
          <dt>{item.label}</dt>
          <dd>{item.children}</dd>
        </div>
      ))}
    </dl>
  )
}

/** A parameter for reading. */
export function Filled({ filled }: { readonly filled: FilledParam }) {
  const text = useText()
  if (filled.kind === 'secret')
    return filled.isSet ? (
      <>
        <LockOutlined /> {text.detail.secretSet}
      </>
    ) : (
      <span className="cn-unset">{text.detail.secretUnset}</span>
    )
  if (filled.kind === 'flag') return filled.isOn ? text.yes : text.no
  if (filled.value === null) return <span className="cn-unset">{text.detail.empty}</span>
  return filled.value
}
