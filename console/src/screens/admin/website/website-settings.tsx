import type { ContentOut } from '@sluice/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Form, Input } from 'antd'
import { message } from '../../../lib/announce.ts'
import { api } from '../../../lib/api.ts'
import { describeError } from '../../../lib/describe-error.ts'
import { dropDraft } from '../../../lib/drafts.ts'
import { CanButton } from '../../../ui/can.tsx'
import { ErrorBlock } from '../../../ui/error-block.tsx'
import { FormDraft } from '../../../ui/form-draft.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { Section } from '../../../ui/section.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { useText } from './use-text.ts'

type Website = ContentOut<typeof import('@sluice/api/modules/admin/website/contract.ts')['website']['own']>

const names = ['short_name', 'authorized_company', 'record_number'] as const
const links = ['community_url', 'privacy_url', 'terms_url', 'spreadsheet_url'] as const
type Name = (typeof names)[number] | (typeof links)[number]
type Values = Record<Name, string>

const LINK = /^https?:\/\/\S+$/

/** What the tenant shows of itself. */
export default function WebsiteSettings() {
  const text = useText()
  const { data, error, refetch } = useQuery(api.website.own.query())
  return (
    <>
      <PageHeader title={text.label} text={text.intro} />
      <Section>
        {data ? (
          <WebsiteForm website={data.content} />
        ) : error ? (
          <ErrorBlock isSmall error={error} onRetry={() => void refetch()} />
        ) : (
          <Skeleton rows={8} />
        )}
      </Section>
    </>
  )
}

function WebsiteForm({ website }: { readonly website: Website }) {
  const text = useText()
  const client = useQueryClient()
  const save = useMutation({
    mutationFn: (body: Values) => api.website.save({ body }),
    onSuccess: async () => {
      dropDraft('website')
      message.success(text.saved)
      await client.invalidateQueries({ queryKey: ['website'] })
    },
    onError: error => void message.error(describeError(error).message),
  })
  const field = (name: Name, extra?: string) => {
    const isLink = (links as readonly string[]).includes(name)
    const fallback = website.defaults[name]
    return (
      <Form.Item
        key={name}
        name={name}
        label={text[name]}
        {...(extra !== undefined && { extra })}
        rules={isLink ? [{ pattern: LINK, message: text.linkRule }] : []}
      >
        <Input
          maxLength={isLink ? 300 : 100}
          autoComplete="off"
          {...(fallback !== '' && { placeholder: text.fallback(fallback) })}
        />
      </Form.Item>
    )
  }
  return (
    <Form<Values>
      layout="vertical"
      className="we-form"
      style={{ maxWidth: 560 }}
      initialValues={website}
      onFinish={({ short_name, authorized_company, record_number, ...rest }) =>
        save.mutate({ short_name, authorized_company, record_number, ...rest })
      }
    >
      <FormDraft about="website" />
      <Form.Item label={text.host} extra={text.hostHint}>
        <Input value={website.host} aria-label={text.host} disabled />
      </Form.Item>
      {field('short_name')}
      {field('authorized_company', text.companyHint)}
      {field('record_number')}
      {links.map(name => field(name))}
      <CanButton type="primary" htmlType="submit" authority="website:update" loading={save.isPending}>
        {text.save}
      </CanButton>
    </Form>
  )
}
