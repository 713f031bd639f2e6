import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, Suspense, useState } from 'react'
import { message } from '../../../../lib/announce.ts'
import { api } from '../../../../lib/api.ts'
import { describeError } from '../../../../lib/describe-error.ts'
import { useFormat } from '../../../../lib/format.ts'
import { CanButton } from '../../../../ui/can.tsx'
import { ErrorBlock } from '../../../../ui/error-block.tsx'
import { lazyPart } from '../../../../ui/lazy-part.tsx'
import { Section } from '../../../../ui/section.tsx'
import { Skeleton } from '../../../../ui/skeleton.tsx'
import type { Setting } from '../types.ts'
import { useText } from '../use-text.ts'

const SettingForm = lazyPart(async () => ({ default: (await import('./setting-form.tsx')).SettingForm }))
const POLL_MS = 5000

/** Whether alerts would arrive: the watch, the heartbeat, the test of the channels. */
export function WatchSection() {
  const text = useText().setting
  const [isOpen, setOpen] = useState(false)
  const client = useQueryClient()
  const { data, error, refetch } = useQuery({ ...api.alert.setting.query({}), refetchInterval: POLL_MS })
  const setting = data?.content
  const test = useMutation({
    ...api.alert.selfTest.mutation(),
    onSuccess: async () => {
      message.success(text.testBegun)
      await client.invalidateQueries({ queryKey: api.alert.setting.key() })
    },
    onError: failure => message.error(describeError(failure).message),
  })
  return (
    <Section
      title={text.title}
      text={text.intro}
      extra={
        <span className="sl-head-actions">
          <CanButton authority="alert:update" loading={test.isPending} onClick={() => test.mutate({})}>
            {text.testNow}
          </CanButton>
          <CanButton authority="alert:update" onClick={() => setOpen(true)}>
            {text.edit}
          </CanButton>
        </span>
      }
    >
      {setting ? (
        <dl className="he-watch">
          <Fact label={text.watch}>
            <WatchState setting={setting} />
          </Fact>
          <Fact label={text.heartbeat}>
            <BeatState setting={setting} />
          </Fact>
          <Fact label={text.selfTest}>
            <TestState setting={setting} />
          </Fact>
        </dl>
      ) : error ? (
        <ErrorBlock isSmall error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton rows={2} />
      )}
      <Suspense>{isOpen && setting && <SettingForm setting={setting} onClose={() => setOpen(false)} />}</Suspense>
    </Section>
  )
}

function Fact({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}

interface StateProps {
  readonly setting: Setting
}

function WatchState({ setting: { watch } }: StateProps) {
  const text = useText()
  const format = useFormat()
  if (watch.is_late) return <span className="he-bad">{text.lateTitle}</span>
  if (watch.failure !== null) return <span className="he-bad">{text.setting.watchFailed(watch.failure)}</span>
  return <>{watch.at === null ? text.setting.watchNever : text.setting.watchOk(format.relative(watch.at))}</>
}

function BeatState({ setting }: StateProps) {
  const text = useText().setting
  const format = useFormat()
  if (setting.heartbeat_url === '') return <span className="sl-muted">{text.heartbeatOff}</span>
  if (setting.beat_failure !== null) return <span className="he-bad">{text.heartbeatFailed(setting.beat_failure)}</span>
  return <>{setting.beat_at === null ? text.heartbeatWaiting : text.heartbeatOk(format.relative(setting.beat_at))}</>
}

function TestState({ setting }: StateProps) {
  const text = useText().setting
  const format = useFormat()
  const { self_test: test, self_test_hour: hour } = setting
  return (
    <>
      {test === null ? (
        <span className="sl-muted">{text.selfTestNever}</span>
      ) : (
        <span className={test.failed > 0 ? 'he-bad' : ''}>
          {text.selfTestResult(test.sent, test.total, format.relative(test.at))}
        </span>
      )}
      {test !== null && test.waiting > 0 && <div className="he-under">{text.waiting(test.waiting)}</div>}
      <div className="he-under">{hour === null ? text.selfTestOff : text.selfTestDaily(hour)}</div>
    </>
  )
}
