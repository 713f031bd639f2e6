import { SearchOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import Input from 'antd/es/input/Input'
import { useState } from 'react'
import { Empty } from '../../../../ui/empty.tsx'
import { ErrorBlock } from '../../../../ui/error-block.tsx'
import { PlatformIcon } from '../../../../ui/platform-icon.tsx'
import { Section } from '../../../../ui/section.tsx'
import { Skeleton } from '../../../../ui/skeleton.tsx'
import { filterPlatforms } from '../model.ts'
import type { Platform } from '../types.ts'
import { useText } from '../use-text.ts'
import { usePlatforms } from './queries.ts'
import { RoleTags } from './role-tags.tsx'
import { StepStart } from './step-start.tsx'

export interface PlatformChoiceProps {
  readonly chosen: string | undefined
  readonly moves: number
  onChoose(platform: Platform): void
}

/** The first step: one of the platforms, by group or by search. */
export function PlatformChoice({ chosen, moves, onChoose }: PlatformChoiceProps) {
  const text = useText().create
  const { data, error, refetch } = usePlatforms()
  const [group, setGroup] = useState<string | null>(null)
  const [keyword, setKeyword] = useState('')
  const shown = filterPlatforms(data ?? [], { group, keyword })
  const clear = () => {
    setGroup(null)
    setKeyword('')
  }
  return (
    <Section>
      <StepStart moves={moves} />
      <div className="cn-pick-bar">
        <GroupTabs platforms={data ?? []} group={group} onChange={setGroup} />
        <Input
          allowClear
          value={keyword}
          prefix={<SearchOutlined />}
          aria-label={text.search}
          placeholder={text.search}
          onChange={event => setKeyword(event.target.value)}
          onPressEnter={() => shown.length === 1 && shown[0] && onChoose(shown[0])}
        />
      </div>
      {error && !data && <ErrorBlock error={error} onRetry={() => void refetch()} />}
      {!error && !data && <Skeleton rows={6} />}
      {data && shown.length === 0 && (
        <Empty
          title={text.noPlatform}
          text={text.noPlatformText}
          action={<Button onClick={clear}>{text.clear}</Button>}
        />
      )}
      <ul className="cn-cards" aria-label={text.platforms}>
        {shown.map(platform => (
          <li key={platform.id}>
            <Card platform={platform} isChosen={platform.id === chosen} onChoose={() => onChoose(platform)} />
          </li>
        ))}
      </ul>
    </Section>
  )
}

interface GroupTabsProps {
  readonly platforms: readonly Platform[]
  readonly group: string | null
  onChange(group: string | null): void
}

function GroupTabs({ platforms, group, onChange }: GroupTabsProps) {
  const text = useText()
  const names: Readonly<Record<string, string>> = text.groups
  const groups = [...new Set(platforms.map(platform => platform.group))]
  return (
    <fieldset className="cn-group-tabs" aria-label={text.list.columns.group}>
      {[null, ...groups].map(name => (
        <button key={name ?? ''} type="button" aria-pressed={name === group} onClick={() => onChange(name)}>
          {name === null ? text.create.allGroups : (names[name] ?? name)}
        </button>
      ))}
    </fieldset>
  )
}

interface CardProps {
  readonly platform: Platform
  readonly isChosen: boolean
  onChoose(): void
}

function Card({ platform, isChosen, onChoose }: CardProps) {
  const text = useText().create
  return (
    <button type="button" className="cn-card" aria-pressed={isChosen} onClick={onChoose}>
      <PlatformIcon icon={platform.icon} size={40} />
      <span className="cn-card-head">
        <strong>{platform.name}</strong>
        {platform.connector_count > 0 && <small>{text.existing(platform.connector_count)}</small>}
      </span>
      <span className="cn-card-text">{platform.describe}</span>
      <RoleTags roles={platform.roles} />
    </button>
  )
}
