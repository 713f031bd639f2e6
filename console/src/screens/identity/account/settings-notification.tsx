import { type NoticeKind, noticeKindNames, noticeKinds } from '@sluice/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Switch } from 'antd'
import { notification } from '../../../lib/announce.ts'
import { api } from '../../../lib/api.ts'
import { describeError } from '../../../lib/describe-error.ts'
import { useCan } from '../../../lib/session.ts'
import { ErrorBlock } from '../../../ui/error-block.tsx'
import { Section } from '../../../ui/section.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { settingsNotification } from './pages.ts'
import { MailHint } from './parts/mail-hint.tsx'
import { SettingsFrame } from './parts/settings-frame.tsx'
import type { NoticePreference } from './types.ts'
import { useText } from './use-text.ts'

/** Which notices reach me, and where. */
export default function SettingsNotification() {
  const text = useText().notification
  const { data, error, refetch } = useQuery(api.notice.preferences.query())
  return (
    <SettingsFrame page={settingsNotification}>
      <Section title={text.title} text={text.intro}>
        {data ? (
          <Preferences rows={data.content} />
        ) : error ? (
          <ErrorBlock isSmall error={error} onRetry={() => void refetch()} />
        ) : (
          <Skeleton rows={8} />
        )}
      </Section>
    </SettingsFrame>
  )
}

function Preferences({ rows }: { readonly rows: readonly NoticePreference[] }) {
  const text = useText().notification
  const can = useCan()
  const save = useSave()
  const byKind = new Map(rows.map(row => [row.kind, row]))
  const known = noticeKindNames.filter(kind => can(noticeKinds[kind].permission))
  const toggle = (kind: NoticeKind, patch: Partial<NoticePreference>) => {
    const row = byKind.get(kind)
    if (row) save.mutate({ ...row, ...patch })
  }
  return (
    <>
      <MailHint />
      <table className="ac-switches">
        <thead>
          <tr>
            <th scope="col">{text.kind}</th>
            <th scope="col">{text.inApp}</th>
            <th scope="col">{text.email}</th>
          </tr>
        </thead>
        <tbody>
          {known.map(kind => (
            <tr key={kind}>
              <th scope="row">
                {text.kinds[kind].title}
                <small>{text.kinds[kind].text}</small>
              </th>
              {(['in_app', 'email'] as const).map(place => (
                <td key={place}>
                  <Switch
                    aria-label={`${text.kinds[kind].title} ${place === 'in_app' ? text.inApp : text.email}`}
                    checked={byKind.get(kind)?.[place] ?? false}
                    onChange={isOn => toggle(kind, { [place]: isOn })}
                  />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}

/** A switch acts at once, and goes back when the server refuses. */
function useSave() {
  const text = useText().notification
  const client = useQueryClient()
  const key = api.notice.preferences.query().queryKey
  return useMutation({
    mutationFn: (row: NoticePreference) => api.notice.savePreferences({ body: { preferences: [row] } }),
    onMutate: async row => {
      await client.cancelQueries({ queryKey: key })
      client.setQueryData<Awaited<ReturnType<typeof api.notice.preferences>>>(
        key,
        before =>
          before && { ...before, content: before.content.map(other => (other.kind === row.kind ? row : other)) },
      )
    },
    onError: error => notification.error({ title: text.failed, description: describeError(error).message }),
    // The bell and the lists leave out what is off.
    onSettled: () => client.invalidateQueries({ queryKey: ['notice'] }),
  })
}
