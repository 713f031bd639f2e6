import { useQuery } from '@tanstack/react-query'
import { Alert, Descriptions, Tabs, Tag } from 'antd'
import { Suspense, useState } from 'react'
import { Link } from 'react-router'
import { api } from '../../../../lib/api.ts'
import { useFormat } from '../../../../lib/format.ts'
import { CanButton } from '../../../../ui/can.tsx'
import { Drawer } from '../../../../ui/drawer.tsx'
import { ErrorBlock } from '../../../../ui/error-block.tsx'
import { lazyPart } from '../../../../ui/lazy-part.tsx'
import { RelativeTime } from '../../../../ui/relative-time.tsx'
import { Skeleton } from '../../../../ui/skeleton.tsx'
import { strategyDetail } from '../../../strategy/strategy/pages.ts'
import type { ErrorGroupDetail } from '../types.ts'
import { useText } from '../use-text.ts'
import { GroupStatus } from './error-tags.tsx'
import { GroupActions } from './group-actions.tsx'
import { GroupRecords } from './group-records.tsx'
import { RepairHint } from './repair-hint.tsx'
import { ReplayList } from './replay-list.tsx'
import { type ReplayScope, wholeGroup } from './replay-scope.ts'

const ReplayDialog = lazyPart(async () => ({ default: (await import('./replay-dialog.tsx')).ReplayDialog }))
const RetireDialog = lazyPart(async () => ({ default: (await import('./retire-dialog.tsx')).RetireDialog }))
const RuleForm = lazyPart(async () => ({ default: (await import('./rule-form.tsx')).RuleForm }))

/** One cause: what it is, where it is mended, whose it is, and its records. */
export function GroupDrawer({ id, onClose }: { readonly id: string; onClose(): void }) {
  const text = useText()
  const { data, error, refetch } = useQuery({
    ...api.errorGroup.get.query({ params: { id } }),
    refetchInterval: 5_000,
  })
  const group = data?.content
  return (
    <Drawer open size={1080} title={text.drawer.title} onClose={onClose}>
      {error && !group ? (
        <ErrorBlock isSmall error={error} onRetry={() => void refetch()} />
      ) : group ? (
        <Group group={group} />
      ) : (
        <Skeleton rows={8} />
      )}
    </Drawer>
  )
}

function Group({ group }: { readonly group: ErrorGroupDetail }) {
  const text = useText()
  const format = useFormat()
  const [scope, setScope] = useState<ReplayScope | null>(null)
  const [isRuling, setRuling] = useState(false)
  const replay = (kind?: 'correct') => setScope(wholeGroup(group, kind))
  return (
    <>
      <Alert className="er-head" type="error" showIcon title={group.message} />
      <Facts group={group} />
      {group.retire.length > 0 ? (
        <Alert className="er-note" type="info" showIcon title={text.drawer.decideHint} />
      ) : (
        <RepairHint group={group} onCorrect={() => replay('correct')} />
      )}
      <div className="er-actions">
        <CanButton
          type="primary"
          authority="strategy:update"
          reason={group.open_count === 0 ? text.drawer.noRecords : undefined}
          onClick={() => replay()}
        >
          {group.retire.length > 0 ? text.drawer.decide : text.drawer.replayAll}
        </CanButton>
        <GroupActions isLarge ids={[group.id]} status={group.status} onDone={() => undefined} />
        <CanButton authority="strategy:update" onClick={() => setRuling(true)}>
          {text.drawer.makeRule}
        </CanButton>
      </div>
      <Tabs
        items={[
          {
            key: 'open',
            label: text.drawer.records(format.number(group.open_count)),
            children: <GroupRecords group={group} of="open" onReplay={setScope} />,
          },
          {
            key: 'ignored',
            label: text.drawer.left(format.number(group.ignored_count)),
            children: <GroupRecords group={group} of="ignored" onReplay={setScope} />,
          },
          { key: 'replays', label: text.drawer.replays, children: <ReplayList groupId={group.id} /> },
        ]}
      />
      <Suspense>
        {scope &&
          (group.retire.length > 0 && !scope.isIgnored ? (
            <RetireDialog group={group} scope={scope} onClose={() => setScope(null)} />
          ) : (
            <ReplayDialog group={group} scope={scope} onClose={() => setScope(null)} />
          ))}
        {isRuling && (
          <RuleForm
            draft={{ strategyId: group.strategy.id, contains: suggestText(group.pattern) }}
            onClose={() => setRuling(false)}
          />
        )}
      </Suspense>
    </>
  )
}

/** The longest stretch that all messages of the group have. */
const suggestText = (pattern: string): string =>
  pattern
    .split('…')
    .map(part => part.trim())
    .reduce((longest, part) => (part.length > longest.length ? part : longest), '')
    .slice(0, 200)

function Facts({ group }: { readonly group: ErrorGroupDetail }) {
  const text = useText()
  const format = useFormat()
  const { strategy } = group
  return (
    <Descriptions
      size="small"
      column={{ xs: 1, sm: 2 }}
      items={[
        { key: 'category', label: text.category, children: <Tag>{text.categories[group.category]}</Tag> },
        { key: 'status', label: text.columns.status, children: <StatusLine group={group} /> },
        {
          key: 'strategy',
          label: text.strategy,
          children: <Link to={strategyDetail.href({ params: { id: strategy.id } })}>{strategy.name}</Link>,
        },
        { key: 'owner', label: text.owner, children: group.owner?.name ?? text.nobody },
        { key: 'code', label: text.drawer.code, children: <span className="er-code">{group.code}</span> },
        { key: 'field', label: text.drawer.field, children: group.field ?? '–' },
        { key: 'first', label: text.columns.first, children: <RelativeTime value={group.first_at} /> },
        { key: 'last', label: text.columns.last, children: <RelativeTime value={group.last_at} /> },
        { key: 'seen', label: text.drawer.seen, children: text.drawer.seenTimes(format.number(group.seen_count)) },
        { key: 'pattern', label: text.drawer.pattern, children: <span className="er-code">{group.cause}</span> },
      ]}
    />
  )
}

function StatusLine({ group }: { readonly group: ErrorGroupDetail }) {
  const text = useText().drawer
  const isOver = group.status === 'resolved' || group.status === 'ignored'
  const note = group.status_by === null ? (isOver ? text.over : null) : text.statusBy(group.status_by)
  return (
    <span>
      <GroupStatus status={group.status} /> {note !== null && <small className="sl-muted">{note}</small>}
    </span>
  )
}
