import { RollbackOutlined, SettingOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useState } from 'react'
import { useFormat } from '../../../../lib/format.ts'
import { Drawer } from '../../../../ui/drawer.tsx'
import { FirstField } from '../../../../ui/first-field.tsx'
import { lazyPart } from '../../../../ui/lazy-part.tsx'
import { PlatformIcon } from '../../../../ui/platform-icon.tsx'
import { GuaranteeNote } from '../parts/guarantee-note.tsx'
import { nameOfSource, rowFieldsOf, useConnector, usePlatformOf, useResource } from '../parts/use-choices.ts'
import { useText } from '../texts/use-text.ts'
import { useWriteBackText } from '../texts/use-write-back-text.ts'
import type { Draft, Strategy, TargetDraft } from '../types.ts'

const TargetPage = lazyPart(async () => ({ default: (await import('../look/target-page.tsx')).TargetPage }))
const WriteBackForm = lazyPart(async () => ({ default: (await import('./write-back-form.tsx')).WriteBackForm }))

export interface TargetLineProps {
  readonly strategyId: string
  readonly guarantee: Strategy['guarantee']
  readonly draft: Draft
  readonly showProblems: boolean
  onChange(target: TargetDraft): void
}

/** Where records go, in one line above the mapping that is the page; how they are written is set in a drawer. */
export function TargetLine(props: TargetLineProps) {
  const { target } = props.draft
  const text = useText()
  const words = useWriteBackText()
  const format = useFormat()
  const [opened, setOpened] = useState<'settings' | 'writeBack' | null>(null)
  const connector = useConnector(target.connector_id)
  const platform = usePlatformOf(target.connector_id)
  const resource = useResource(target).data?.content
  const isWhole = target.connector_id !== null && target.resource !== null
  const handed = (target.writeBack?.fields.length ?? 0) + (target.writeBack?.callback ? 1 : 0)
  // Wide where something stands beside the settings.
  const size = resource === undefined || resource.kind === 'endpoint' || resource.kind === 'table' ? 1120 : 640
  const how = [
    resource?.kind === 'table' && text.target[target.mode],
    target.batchSize !== undefined && text.target.perBatch(format.number(target.batchSize)),
  ]
  return (
    <div className="st-target-line">
      {platform && <PlatformIcon icon={platform.icon} />}
      <div className="st-target-name">
        {isWhole ? (
          <strong lang="">{[connector?.name, resource?.label ?? target.resource].filter(Boolean).join(' · ')}</strong>
        ) : (
          <span className={props.showProblems ? 'st-incomplete' : 'sl-muted'}>{text.target.none}</span>
        )}
        <span className="sl-muted">{how.filter(Boolean).join(' · ')}</span>
      </div>
      <span className={`st-kind-${props.guarantee.kind}`} title={props.guarantee.reason}>
        {text.target.guarantee}: {text.detail.guarantees[props.guarantee.kind]}
      </span>
      <Button icon={<SettingOutlined />} onClick={() => setOpened('settings')}>
        {text.target.settings}
      </Button>
      <Button icon={<RollbackOutlined />} onClick={() => setOpened('writeBack')}>
        {handed === 0 ? words.title : `${words.title} · ${format.number(handed)}`}
      </Button>
      <Drawer open={opened === 'settings'} size={size} title={text.target.settings} onClose={() => setOpened(null)}>
        <FirstField />
        <GuaranteeNote guarantee={props.guarantee} />
        <TargetSettings {...props} />
      </Drawer>
      <Drawer open={opened === 'writeBack'} size={640} title={words.title} onClose={() => setOpened(null)}>
        <FirstField />
        <WriteBackForm
          writeBack={target.writeBack}
          strategyId={props.strategyId}
          onChange={writeBack => props.onChange({ ...target, writeBack })}
        />
      </Drawer>
    </div>
  )
}

function TargetSettings({ draft: { source, target }, showProblems, onChange }: TargetLineProps) {
  const { data } = useResource(source)
  return (
    <TargetPage
      source={source}
      draft={target}
      showProblems={showProblems}
      sourceFields={rowFieldsOf(data?.content, source)}
      sourceKey={source.key}
      sourceName={nameOfSource(source, data?.content)}
      onMade={onChange}
      onChange={onChange}
    />
  )
}
