import { useMutation, useQuery } from '@tanstack/react-query'
import { Alert, Button, Tag } from 'antd'
import { message } from '../../../../lib/announce.ts'
import { api } from '../../../../lib/api.ts'
import { describeError } from '../../../../lib/describe-error.ts'
import { CanButton } from '../../../../ui/can.tsx'
import { Drawer } from '../../../../ui/drawer.tsx'
import { ErrorBlock } from '../../../../ui/error-block.tsx'
import { JsonView } from '../../../../ui/json-view.tsx'
import { Skeleton } from '../../../../ui/skeleton.tsx'
import type { editTabs } from '../pages.ts'
import type { Check, Draft, Manifest, Package } from '../types.ts'
import { useText } from '../use-text.ts'
import { readWords, writeWords } from '../words.ts'

type Tab = (typeof editTabs)[number]

export interface CheckDrawerProps {
  readonly made: Package
  readonly draft: Draft
  readonly isRelease: boolean
  onGo(tab: Tab): void
  onPropose(patch: Partial<Manifest>): void
  onMade(made: Package): void
  onClose(): void
}

/** What is in the way of a release, how the samples come out, what breaks; and the release. */
export function CheckDrawer({ made, draft, isRelease, onGo, onPropose, onMade, onClose }: CheckDrawerProps) {
  const text = useText()
  const { title } = made
  const params = { id: made.id }
  const checked = useQuery({ ...api.solutionPackage.check.query({ params }), staleTime: 0, gcTime: 0 })
  const check = checked.data?.content
  const release = useMutation({
    mutationFn: () => api.solutionPackage.release({ params, body: { lock: made.lock } }),
    onSuccess: ({ content }) => {
      const { version } = draft.manifest
      const isWaiting = content.releases.some(each => each.version === version && each.state === 'waiting')
      message.success(isWaiting ? text.waitingNow(version) : text.releasedNow(version))
      onMade(content)
      onClose()
    },
  })
  const errors = check?.problems.filter(({ level }) => level === 'error').length ?? 0
  const hasFailed = check?.samples.some(({ ok }) => !ok) ?? false
  const reason = !check
    ? text.checking
    : errors > 0
      ? text.errors(errors)
      : hasFailed
        ? text.hasFailedSamples
        : undefined
  return (
    <Drawer
      open
      size={720}
      title={isRelease ? text.releaseTitle(title) : text.checkTitle(title)}
      onClose={onClose}
      footer={
        <div className="sp-foot">
          <Button onClick={onClose}>{text.cancel}</Button>
          <CanButton
            type="primary"
            authority="package:publish"
            loading={release.isPending}
            reason={reason}
            onClick={() => release.mutate()}
          >
            {text.releaseNow(draft.manifest.version)}
          </CanButton>
        </div>
      }
    >
      <div className="sl-stack">
        <div aria-live="polite">{checked.isFetching && text.checking}</div>
        {release.error && <Alert type="error" showIcon title={describeError(release.error).message} />}
        {checked.error && <ErrorBlock isSmall error={checked.error} onRetry={() => void checked.refetch()} />}
        {checked.isPending && <Skeleton rows={6} />}
        {check && reason === undefined && <Alert type="success" showIcon title={text.fine} />}
        {check && errors > 0 && <Alert type="error" showIcon title={text.errors(errors)} />}
        {check && <Problems check={check} onGo={onGo} />}
        {check && <SampleResults check={check} />}
        {check && check.breaking.length > 0 && (
          <section>
            <h3>{text.breaking}</h3>
            <ul>
              {check.breaking.map(each => (
                <li key={each}>{each}</li>
              ))}
            </ul>
          </section>
        )}
        {check && <Proposal check={check} draft={draft} onPropose={onPropose} />}
      </div>
    </Drawer>
  )
}

/** Where a place of the check is edited. */
function tabOf(place: string): Tab {
  const [, part = ''] = /^manifest\.(connections|parameters|flows|samples)/.exec(place) ?? []
  if (part !== '') return part as Tab
  if (place.startsWith('docs/') || place.startsWith('pictures/')) return 'documents'
  return place.startsWith('objects/') ? 'objects' : 'overview'
}

function Problems({ check, onGo }: { readonly check: Check; onGo(tab: Tab): void }) {
  const text = useText()
  if (check.problems.length === 0) return null
  return (
    <section aria-label={text.problems}>
      <h3>{text.problems}</h3>
      <ul className="sp-list">
        {check.problems.map(({ level, place, message: why }) => (
          <li key={`${place} ${why}`}>
            <Tag color={level === 'error' ? 'error' : 'warning'}>{text.levels[level]}</Tag> {why}{' '}
            {place.includes('/') && <code>{place}</code>}{' '}
            <Button
              type="link"
              size="small"
              aria-label={`${text.goTo}: ${text.tabs[tabOf(place)]}`}
              onClick={() => onGo(tabOf(place))}
            >
              {text.goTo}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}

function SampleResults({ check }: { readonly check: Check }) {
  const text = useText()
  if (check.samples.length === 0) return null
  return (
    <section aria-label={text.sampleResults}>
      <h3>{text.sampleResults}</h3>
      <ul className="sp-list">
        {check.samples.map(({ strategy, title, ok, made, message: why }, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a sample is its place
          <li key={place}>
            <Tag color={ok ? 'success' : 'error'}>{ok ? text.passed : text.failed}</Tag> {title} <code>{strategy}</code>
            {why !== '' && <div>{why}</div>}
            {!ok && made !== null && <JsonView text={made} label={`${text.made} ${title}`} maxHeight={240} />}
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Whether a proposed version is above the one that the author chose. */
function isNewer(version: string, chosen: string): boolean {
  const [left, right] = [version, chosen].map(each => each.split('.').map(Number))
  for (const at of [0, 1, 2]) {
    const difference = (left?.[at] ?? 0) - (right?.[at] ?? 0)
    if (difference !== 0) return difference > 0
  }
  return false
}

type ProposalProps = Pick<CheckDrawerProps, 'draft' | 'onPropose'> & { readonly check: Check }

function Proposal({ check, draft: { manifest }, onPropose }: ProposalProps) {
  const text = useText()
  const { proposed_version: version, proposed_changes: changes } = check
  const isHigher = isNewer(version, manifest.version)
  const isSaid = readWords(manifest.changes, 'zh') !== ''
  if (!isHigher && (changes === '' || isSaid)) return null
  const take = () =>
    onPropose({
      ...(isHigher && { version }),
      ...(changes !== '' && { changes: writeWords(manifest.changes, 'zh', changes) }),
    })
  return (
    <section aria-label={text.proposed}>
      <h3>{text.proposed}</h3>
      {isHigher && <p>{text.proposedText(manifest.version, version)}</p>}
      {changes !== '' && (
        <>
          <strong>{text.proposedChanges}</strong>
          <p className="sl-lines">{changes}</p>
        </>
      )}
      <CanButton authority="package:update" onClick={take}>
        {text.useProposed}
      </CanButton>
    </section>
  )
}
