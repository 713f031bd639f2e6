import { ToolOutlined } from '@ant-design/icons'
import { Alert } from 'antd'
import { Link } from 'react-router'
import { CanButton } from '../../../../ui/can.tsx'
import { connectorDetail } from '../../../connect/connector/pages.ts'
import { mappingDetail, mappingList } from '../../../mapping/mapping/pages.ts'
import { strategyDetail } from '../../../strategy/strategy/pages.ts'
import type { ErrorGroupDetail } from '../types.ts'
import { useText } from '../use-text.ts'

/** What most likely helps, in one sentence, with the way to where it is done. */
export function RepairHint({ group, onCorrect }: { readonly group: ErrorGroupDetail; onCorrect(): void }) {
  const text = useText().repair
  return (
    <Alert
      className="er-note"
      type="info"
      showIcon
      icon={<ToolOutlined />}
      title={text[group.repair]}
      action={<RepairLink group={group} onCorrect={onCorrect} />}
    />
  )
}

export interface RepairLinkProps {
  readonly group: ErrorGroupDetail
  /** It stands beside other buttons, before them. */
  readonly isMain?: boolean
  onCorrect(): void
}

/** The way to where a cause is mended. */
export function RepairLink({ group, isMain, onCorrect }: RepairLinkProps) {
  const { links } = useText().repair
  const strategy = { id: group.strategy.id }
  switch (group.repair) {
    case 'map':
      return group.map ? (
        <Link to={mappingDetail.href({ params: { id: group.map.id }, search: { tab: 'misses' } })}>
          {links.map(group.map.name)}
        </Link>
      ) : (
        <Link to={mappingList.href()}>{links.maps}</Link>
      )
    case 'data':
      return (
        <CanButton type={isMain ? 'primary' : 'link'} size="small" authority="strategy:update" onClick={onCorrect}>
          {links.data}
        </CanButton>
      )
    case 'connector':
      return group.target.connector_id === null ? null : (
        <Link to={connectorDetail.href({ params: { id: group.target.connector_id }, search: { tab: 'test' } })}>
          {links.connector(group.target.connector_name)}
        </Link>
      )
    case 'look':
    case 'wait':
      return (
        <Link to={strategyDetail.href({ params: strategy, search: { tab: 'data', error: group.code } })}>
          {links.records}
        </Link>
      )
    default: {
      const search = { tab: 'target' } as const
      return <Link to={strategyDetail.href({ params: strategy, search })}>{links[group.repair]}</Link>
    }
  }
}
