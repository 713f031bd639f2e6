import { useQuery } from '@tanstack/react-query'
import { api } from '../../../lib/api.ts'
import { ErrorBlock } from '../../../ui/error-block.tsx'
import { Section } from '../../../ui/section.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { settingsBase } from './pages.ts'
import { AvatarPicker } from './parts/avatar-picker.tsx'
import { BaseForm } from './parts/base-form.tsx'
import { EmailConfirm } from './parts/email-confirm.tsx'
import { SettingsFrame } from './parts/settings-frame.tsx'
import { useText } from './use-text.ts'

/** Who I am: name, addresses, picture. */
export default function SettingsBase() {
  const text = useText().base
  const { data, error, refetch } = useQuery(api.account.center.query())
  return (
    <SettingsFrame page={settingsBase}>
      <Section title={text.title} text={text.intro}>
        {data ? (
          <div className="ac-base">
            <div>
              <BaseForm key={data.content.email} center={data.content} />
              <EmailConfirm key={`confirm ${data.content.email}`} center={data.content} />
            </div>
            <AvatarPicker />
          </div>
        ) : error ? (
          <ErrorBlock isSmall error={error} onRetry={() => void refetch()} />
        ) : (
          <Skeleton rows={6} />
        )}
      </Section>
    </SettingsFrame>
  )
}
